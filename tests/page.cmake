# Pages in a browser, and the npm package. Without Chromium, node, the TypeScript compiler or axe-core a test says so and is skipped.
if(SINEW_PAGE)
  foreach(name page page.axe page.viewer page.report page.limits page.touch page.firefox page.firefox.viewer page.firefox.touch)
    string(REGEX MATCH "[a-z]+$" script ${name})
    string(REPLACE firefox page script ${script})
    string(REPLACE "." "-" folder ${name})
    add_test(NAME ${name} COMMAND sh ${CMAKE_CURRENT_SOURCE_DIR}/page/page.sh ${script}.mjs $<TARGET_FILE:sinew_program> ${PROJECT_SOURCE_DIR}
                                  ${CMAKE_CURRENT_BINARY_DIR}/${folder})
    list(APPEND page_tests ${name})
  endforeach()
  add_test(NAME page.types COMMAND sh ${CMAKE_CURRENT_SOURCE_DIR}/page/types.sh ${SINEW_PAGE_SCRIPTS})
  add_test(NAME page.kernels COMMAND sh ${CMAKE_CURRENT_SOURCE_DIR}/page/kernels.sh $<TARGET_FILE:sinew_program> $<TARGET_FILE:test_runtime>
                                     ${PROJECT_BINARY_DIR}/src/page/module/tests/test_runtime ${CMAKE_CURRENT_BINARY_DIR}/page-kernels)
  add_executable(import_verdict page/import_verdict.c ${PROJECT_SOURCE_DIR}/src/import/browser/browser_import.c
                                ${PROJECT_SOURCE_DIR}/src/import/browser/decode_meshopt.c ${without_assimp})
  target_link_libraries(import_verdict PRIVATE sinew_import sinew_flags)
  add_test(NAME page.import COMMAND sh ${CMAKE_CURRENT_SOURCE_DIR}/page/page.sh import.mjs $<TARGET_FILE:import_verdict> ${PROJECT_SOURCE_DIR}
                                    ${PROJECT_BINARY_DIR}/src/page/module/src/page/sinew-viewer.wasm)
  add_test(NAME web COMMAND sh ${CMAKE_CURRENT_SOURCE_DIR}/web/web.sh $<TARGET_FILE:sinew_program> ${PROJECT_SOURCE_DIR} ${PROJECT_BINARY_DIR}/web
                            ${CMAKE_CURRENT_BINARY_DIR}/web)
  set_tests_properties(${page_tests} page.types page.kernels page.import web PROPERTIES LABELS page TIMEOUT 1800 SKIP_RETURN_CODE 77 ENVIRONMENT "${SINEW_GL_ENVIRONMENT}")
  set_property(TEST page.firefox page.firefox.viewer page.firefox.touch APPEND PROPERTY ENVIRONMENT SINEW_BROWSER=firefox)
endif()
