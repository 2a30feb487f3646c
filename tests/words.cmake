# The words listed in words.sh are in none of these files.
file(GLOB cli_files RELATIVE ${PROJECT_SOURCE_DIR} ${PROJECT_SOURCE_DIR}/src/cli/*/*.c ${PROJECT_SOURCE_DIR}/src/cli/*/*.h)
set(words_paths
    README.md
    CONTRIBUTING.md
    CHANGELOG.md
    samples/README.md
    dev
    docs/01-play.md
    docs/02-inspect.md
    docs/03-keyframes.md
    docs/04-images.md
    docs/05-export.md
    docs/06-embed.md
    docs/07-install.md
    docs/08-compare.md
    docs/09-scripts.md
    docs/10-ten-tasks.md
    docs/glossary.md
    docs/testing.md
    include/sinew/import.h
    include/sinew/load.h
    include/sinew/result.h
    include/sinew/types.h
    include/sinew/with_clips.h
    ${cli_files})
add_test(NAME words COMMAND sh ${CMAKE_CURRENT_SOURCE_DIR}/words.sh ${words_paths} WORKING_DIRECTORY ${PROJECT_SOURCE_DIR})
# The check can fail: planted words are found.
file(MAKE_DIRECTORY ${CMAKE_CURRENT_BINARY_DIR}/words)
add_test(NAME words.finds COMMAND sh ${CMAKE_CURRENT_SOURCE_DIR}/words.sh --self-test
         WORKING_DIRECTORY ${CMAKE_CURRENT_BINARY_DIR}/words)
