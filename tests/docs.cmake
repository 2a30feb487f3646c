# The examples, tables and numbers of the documentation are right.
find_program(PYTHON3 python3)
if(NOT SINEW_SANITIZE AND TARGET sinew_program AND SINEW_IMPORT) # the programs would also have to link the sanitizers
  set(render)
  if(TARGET sinew_render)
    set(render $<TARGET_FILE:sinew_render>)
  endif()
  add_executable(make_stranger docs/make_stranger.c)
  target_link_libraries(make_stranger PRIVATE sinew sinew_flags)
  add_test(NAME docs.tutorial COMMAND sh ${CMAKE_CURRENT_SOURCE_DIR}/cli/run.sh ${CMAKE_CURRENT_BINARY_DIR}/docs-tutorial
                                      ${CMAKE_CURRENT_SOURCE_DIR}/docs/tutorial.sh)
  set_tests_properties(docs.tutorial PROPERTIES LABELS docs TIMEOUT 300
    ENVIRONMENT "${SINEW_GL_ENVIRONMENT};SOURCE=${PROJECT_SOURCE_DIR};BUILD=$<TARGET_FILE_DIR:sinew_program>;CC=${CMAKE_C_COMPILER};CXX=${CMAKE_CXX_COMPILER};LIBRARY=$<TARGET_FILE:sinew>;RENDER=${render};STRANGER=$<TARGET_FILE:make_stranger>")
endif()
if(TARGET sinew_program)
  add_test(NAME docs.commands COMMAND sh ${CMAKE_CURRENT_SOURCE_DIR}/cli/run.sh ${CMAKE_CURRENT_BINARY_DIR}/docs-commands
                                      ${CMAKE_CURRENT_SOURCE_DIR}/docs/commands.sh)
  add_test(NAME docs.codes COMMAND sh ${CMAKE_CURRENT_SOURCE_DIR}/cli/run.sh ${CMAKE_CURRENT_BINARY_DIR}/docs-codes
                                   ${CMAKE_CURRENT_SOURCE_DIR}/docs/codes.sh)
  add_test(NAME docs.tables COMMAND sh ${CMAKE_CURRENT_SOURCE_DIR}/cli/run.sh ${CMAKE_CURRENT_BINARY_DIR}/docs-tables
                                    ${CMAKE_CURRENT_SOURCE_DIR}/docs/tables.sh)
  set_tests_properties(docs.commands docs.codes docs.tables PROPERTIES LABELS docs TIMEOUT 900
    ENVIRONMENT "${SINEW_GL_ENVIRONMENT};SINEW=$<TARGET_FILE:sinew_program>;SOURCE=${PROJECT_SOURCE_DIR}")
  set_tests_properties(docs.commands PROPERTIES LABELS "docs;slow") # some three hundred commands
endif()
# Links lead to files and headings that exist, and the check finds planted ones that do not.
if(PYTHON3)
  add_test(NAME docs.options COMMAND sh -c "sh '${CMAKE_CURRENT_SOURCE_DIR}/docs/options.sh' '$<TARGET_FILE:sinew_program>' | diff '${PROJECT_SOURCE_DIR}/docs/options.md' -")
  set_tests_properties(docs.options PROPERTIES LABELS docs)
  # The functions of the headers, and the generator with planted ones.
  add_test(NAME docs.api COMMAND sh -c "'${PYTHON3}' '${CMAKE_CURRENT_SOURCE_DIR}/docs/api.py' '${PROJECT_SOURCE_DIR}' | diff '${PROJECT_SOURCE_DIR}/docs/api.md' -")
  file(MAKE_DIRECTORY ${CMAKE_CURRENT_BINARY_DIR}/docs-api)
  add_test(NAME docs.api.finds COMMAND ${PYTHON3} ${CMAKE_CURRENT_SOURCE_DIR}/docs/api.py --self-test
           WORKING_DIRECTORY ${CMAKE_CURRENT_BINARY_DIR}/docs-api)
  add_test(NAME docs.links COMMAND ${PYTHON3} ${CMAKE_CURRENT_SOURCE_DIR}/docs/links.py ${PROJECT_SOURCE_DIR})
  file(MAKE_DIRECTORY ${CMAKE_CURRENT_BINARY_DIR}/docs-links)
  add_test(NAME docs.links.finds COMMAND ${PYTHON3} ${CMAKE_CURRENT_SOURCE_DIR}/docs/links.py --self-test
           WORKING_DIRECTORY ${CMAKE_CURRENT_BINARY_DIR}/docs-links)
  # Blocks of C and C++ compile, and the check finds planted ones that do not.
  add_test(NAME docs.blocks COMMAND ${PYTHON3} ${CMAKE_CURRENT_SOURCE_DIR}/docs/blocks.py ${PROJECT_SOURCE_DIR} ${CMAKE_C_COMPILER} ${CMAKE_CXX_COMPILER})
  file(MAKE_DIRECTORY ${CMAKE_CURRENT_BINARY_DIR}/docs-blocks)
  add_test(NAME docs.blocks.finds COMMAND ${PYTHON3} ${CMAKE_CURRENT_SOURCE_DIR}/docs/blocks.py --self-test
           WORKING_DIRECTORY ${CMAKE_CURRENT_BINARY_DIR}/docs-blocks)
  # Task pages are short, and pages keep to a budget of phrases that readers have to decode.
  add_test(NAME docs.prose COMMAND ${PYTHON3} ${CMAKE_CURRENT_SOURCE_DIR}/docs/prose.py ${PROJECT_SOURCE_DIR})
  file(MAKE_DIRECTORY ${CMAKE_CURRENT_BINARY_DIR}/docs-prose)
  add_test(NAME docs.prose.finds COMMAND ${PYTHON3} ${CMAKE_CURRENT_SOURCE_DIR}/docs/prose.py --self-test
           WORKING_DIRECTORY ${CMAKE_CURRENT_BINARY_DIR}/docs-prose)
  set_tests_properties(docs.api docs.api.finds docs.links docs.links.finds docs.blocks docs.blocks.finds docs.prose docs.prose.finds PROPERTIES LABELS docs)
endif()
