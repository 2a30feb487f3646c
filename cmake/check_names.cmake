# cmake -DSOURCE_DIR=… -DBUILD_DIR=… -DNM=… -P check_names.cmake: no two files below src share a name, each opens with a
# comment that says what it is for, or with its header, which does, and what crosses files has the prefix of its library
# or module, so that one search finds all of a module. Types and static functions have none.
cmake_minimum_required(VERSION 3.20)
include(${CMAKE_CURRENT_LIST_DIR}/object_sources.cmake)

# A folder below src, and the prefixes of what its files define; the first row that fits counts. What programs link is
# `sinew__` inside and `sinew_` where it is public; the programs' own modules have their name, or the name of a part.
set(prefixes
    "draw/scene/|scene_"
    "import/worker/guest/|worker_"
    "program/check/|check_"
    "program/library/|library_"
    "program/viewer/terminal/|terminal_ viewer_"
    "program/viewer/panels/|panel_ viewer_"
    "program/viewer/window/|widget_ widgets_ viewer_"
    "program/viewer/|viewer_"
    "program/cli/render/|render_ cli_"
    "program/cli/curves/|chart_ cli_"
    "program/cli/edit/|edit_ cli_"
    "program/cli/|cli_"
    "|sinew__ sinew_")

set(problems "")

file(GLOB_RECURSE files RELATIVE ${SOURCE_DIR}/src ${SOURCE_DIR}/src/*.c ${SOURCE_DIR}/src/*.h ${SOURCE_DIR}/src/*.cpp)
foreach(file IN LISTS files)
  get_filename_component(name ${file} NAME)
  if(DEFINED "file_${name}")
    string(APPEND problems "  ${file}: has the name of ${file_${name}}\n")
  endif()
  set("file_${name}" ${file})

  # The first line is a comment, or the header that says what the file is for.
  string(REGEX REPLACE "(_posix|_windows)?[.](c|cpp)$" "" stem "${name}")
  file(STRINGS ${SOURCE_DIR}/src/${file} lines LIMIT_COUNT 2)
  list(FILTER lines EXCLUDE REGEX "^#define _")
  list(GET lines 0 line)
  if(NOT line MATCHES "^//" AND NOT line MATCHES "^#include \"([a-z0-9_]+/)*${stem}[.]h\"$")
    string(APPEND problems "  ${file}: does not open with a comment that says what it is for, nor with its header\n")
  endif()
endforeach()

# Whether a symbol of a file has one of the prefixes of its folder; *out_allowed are those.
function(check_prefix source symbol out_allowed)
  foreach(row IN LISTS prefixes)
    string(REGEX MATCH "^([^|]*)[|](.*)$" row "${row}")
    set(folder "${CMAKE_MATCH_1}")
    set(allowed "${CMAKE_MATCH_2}")
    string(FIND "${source}" "${folder}" at)
    if(at EQUAL 0)
      string(REPLACE " " "|" expression "${allowed}")
      if(symbol MATCHES "^(${expression})")
        set(allowed "")
      endif()
      set(${out_allowed} "${allowed}" PARENT_SCOPE)
      return()
    endif()
  endforeach()
endfunction()

read_symbols()
string(REGEX MATCHALL "[^\n]+: [^ ]+ [TDBRCGS] " definitions "${symbols}")
foreach(line IN LISTS definitions)
  string(REGEX MATCH "^(.+): ([^ ]+) " match "${line}")
  set(symbol ${CMAKE_MATCH_2})
  set(source ${source_of_${CMAKE_MATCH_1}})
  if(symbol STREQUAL main OR symbol MATCHES "^_") # C++ names, and what sanitizers add
    continue()
  endif()
  check_prefix(${source} ${symbol} allowed)
  if(allowed)
    string(REPLACE " " " or " allowed "${allowed}")
    string(APPEND problems "  ${source}: ${symbol} is not static, and does not begin with ${allowed}\n")
  endif()
endforeach()

if(problems)
  message(FATAL_ERROR "names:\n${problems}")
endif()
list(LENGTH files file_count)
message("${file_count} files have names of their own, and the symbols of ${object_count} their prefix")
