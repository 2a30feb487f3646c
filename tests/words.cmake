# The words listed in words.sh are in none of these files.
set(words_paths README.md CONTRIBUTING.md CHANGELOG.md samples/README.md dev docs include python/README.md shaders src)
add_test(NAME words COMMAND sh ${CMAKE_CURRENT_SOURCE_DIR}/words.sh ${words_paths} WORKING_DIRECTORY ${PROJECT_SOURCE_DIR})
# The check can fail: planted words are found.
file(MAKE_DIRECTORY ${CMAKE_CURRENT_BINARY_DIR}/words)
add_test(NAME words.finds COMMAND sh ${CMAKE_CURRENT_SOURCE_DIR}/words.sh --self-test
         WORKING_DIRECTORY ${CMAKE_CURRENT_BINARY_DIR}/words)
# Comments and strings keep to a budget of phrases that readers have to decode; each area has its own, which may only fall.
find_program(PYTHON3 python3)
if(PYTHON3)
  add_test(NAME words.phrases COMMAND ${PYTHON3} ${CMAKE_CURRENT_SOURCE_DIR}/words.py ${PROJECT_SOURCE_DIR})
  file(MAKE_DIRECTORY ${CMAKE_CURRENT_BINARY_DIR}/words-phrases)
  add_test(NAME words.phrases.finds COMMAND ${PYTHON3} ${CMAKE_CURRENT_SOURCE_DIR}/words.py --self-test
           WORKING_DIRECTORY ${CMAKE_CURRENT_BINARY_DIR}/words-phrases)
endif()
