# cmake -DSOURCE_DIR=… [-DBUILD_DIR=… -DNM=…] -P check_cycles.cmake: no file reaches itself through others, neither by
# its includes nor, where a build is given, by the functions and data that it uses of other files. The second graph is
# read from the symbols of the build's object files: nm belongs to every compiler, and what a preprocessor removes is
# not counted.
cmake_minimum_required(VERSION 3.20)

# known_calls lists uses that are to go: "user.c -> used.c" below src. A line that is no longer true is refused.
set(known_calls
    "render/motion/motion_bounds.c -> render/motion/tracking_camera.c"
    "render/draw/draw_text.c -> render/renderer.c"
    "render/draw/draw_meshes.c -> render/renderer.c"
    "output/output_png.c -> output/output.c"
    "cli/help/help.c -> cli/framework/commands.c"
    "cli/help/man_page.c -> cli/framework/commands.c"
    "cli/help/cmd_help.c -> cli/framework/commands.c"
    "cli/help/completion_bash.c -> cli/framework/commands.c"
    "cli/help/completion_bash.c -> cli/help/cmd_completion.c"
    "cli/help/completion_fish.c -> cli/framework/commands.c"
    "cli/help/completion_fish.c -> cli/help/cmd_completion.c"
    "cli/help/completion_zsh.c -> cli/framework/commands.c"
    "cli/help/completion_zsh.c -> cli/help/cmd_completion.c")
if(DEFINED KNOWN_CALLS)
  set(known_calls "${KNOWN_CALLS}")
endif()

set(problems "")

# ---- graphs: <graph>_nodes, and <graph>_to_<node> for the nodes that a node reaches directly -------------------------

macro(add_edge graph from to)
  if(NOT DEFINED ${graph}_to_${from})
    list(APPEND ${graph}_nodes "${from}")
  endif()
  list(APPEND ${graph}_to_${from} "${to}")
endmacro()

# The nodes that lead into a cycle: what is left when those without a next node have been removed, again and again.
function(find_cyclic graph out_nodes)
  set(left ${${graph}_nodes})
  foreach(node IN LISTS left)
    set(is_left_${node} 1)
  endforeach()
  set(left_before "")
  while(NOT "${left}" STREQUAL "${left_before}")
    set(left_before "${left}")
    set(left "")
    foreach(node IN LISTS left_before)
      unset(is_left_${node})
      foreach(to IN LISTS ${graph}_to_${node})
        if(DEFINED is_left_${to})
          set(is_left_${node} 1)
          list(APPEND left ${node})
          break()
        endif()
      endforeach()
    endforeach()
  endwhile()
  set(${out_nodes} "${left}" PARENT_SCOPE)
endfunction()

# Follows a graph from a node that leads into a cycle until a node comes again. `nodes`: all that lead into cycles.
function(follow_cycle graph nodes out_cycle)
  list(GET nodes 0 node)
  set(path "")
  while(NOT node IN_LIST path)
    list(APPEND path ${node})
    foreach(to IN LISTS ${graph}_to_${node})
      if(to IN_LIST nodes)
        set(node ${to})
        break()
      endif()
    endforeach()
  endwhile()
  list(FIND path ${node} first)
  list(SUBLIST path ${first} -1 cycle)
  set(${out_cycle} "${cycle}" PARENT_SCOPE)
endfunction()

# Names every cycle of a graph, cutting each at its last edge to find the next. A graph is called by the verb of its edges.
macro(complain_of_cycles graph)
  find_cyclic(${graph} cyclic)
  while(cyclic)
    follow_cycle(${graph} "${cyclic}" cycle)
    list(POP_FRONT cycle from)
    list(APPEND cycle ${from})
    set(text "  ${from}\n")
    foreach(to IN LISTS cycle)
      string(APPEND text "    ${graph} ${to}")
      if(DEFINED "${graph}_why_${from}_${to}")
        string(APPEND text " (${${graph}_why_${from}_${to}})")
      endif()
      string(APPEND text "\n")
      set(last_from ${from})
      set(from ${to})
    endforeach()
    string(APPEND problems "${text}")
    list(REMOVE_ITEM ${graph}_to_${last_from} ${from})
    find_cyclic(${graph} cyclic)
  endwhile()
endmacro()

# ---- includes ----------------------------------------------------------------------------------------------------

file(GLOB_RECURSE files RELATIVE ${SOURCE_DIR}/src ${SOURCE_DIR}/src/*.c ${SOURCE_DIR}/src/*.h ${SOURCE_DIR}/src/*.cpp)
list(LENGTH files file_count)
if(file_count LESS 10)
  message(FATAL_ERROR "no sources below ${SOURCE_DIR}/src")
endif()
foreach(file IN LISTS files)
  file(STRINGS ${SOURCE_DIR}/src/${file} lines REGEX "^[ \t]*#[ \t]*include[ \t]*\"")
  foreach(line IN LISTS lines)
    string(REGEX MATCH "\"([^\"]+)\"" included "${line}")
    if(EXISTS ${SOURCE_DIR}/src/${CMAKE_MATCH_1})
      add_edge(includes ${file} ${CMAKE_MATCH_1})
    endif()
  endforeach()
endforeach()
complain_of_cycles(includes)

# ---- uses --------------------------------------------------------------------------------------------------------

# The source of an object file, below src; "" for objects of tests, and for those of sources that are gone.
function(find_source object out_source)
  set(source "")
  if(object MATCHES "^(src/(.*)/)?CMakeFiles/[^/]+\\.dir/(.*)\\.(o|obj)$")
    if(CMAKE_MATCH_2)
      set(source ${CMAKE_MATCH_2}/${CMAKE_MATCH_3})
    else()
      string(REGEX REPLACE "^src/" "" source ${CMAKE_MATCH_3})
    endif()
  endif()
  if(NOT EXISTS ${SOURCE_DIR}/src/${source})
    set(source "")
  endif()
  set(${out_source} "${source}" PARENT_SCOPE)
endfunction()

if(DEFINED BUILD_DIR)
  file(GLOB_RECURSE objects RELATIVE ${BUILD_DIR} ${BUILD_DIR}/CMakeFiles/*.o ${BUILD_DIR}/src/*.o)
  set(sources "")
  set(sourced "")
  foreach(object IN LISTS objects)
    find_source(${object} source)
    if(source)
      list(APPEND sources ${source})
      list(APPEND sourced ${object})
      set(source_of_${object} ${source})
    endif()
  endforeach()
  list(LENGTH sourced object_count)
  if(object_count LESS 2)
    message(FATAL_ERROR "no object files of ${SOURCE_DIR}/src below ${BUILD_DIR}: build first")
  endif()
  execute_process(COMMAND ${NM} -A -P -g ${sourced} WORKING_DIRECTORY ${BUILD_DIR} RESULT_VARIABLE code OUTPUT_VARIABLE text)
  if(NOT code EQUAL 0)
    message(FATAL_ERROR "${NM} cannot read the object files below ${BUILD_DIR}")
  endif()

  # "object: symbol T address size" where a symbol is defined, "object: symbol U" where it is used.
  string(REGEX MATCHALL "[^\n]+: [^ ]+ [TDBRVWGS] " definitions "${text}")
  foreach(line IN LISTS definitions)
    string(REGEX MATCH "^(.+): ([^ ]+) " match "${line}")
    set("defined_in_${CMAKE_MATCH_2}" ${source_of_${CMAKE_MATCH_1}})
  endforeach()
  string(REGEX MATCHALL "[^\n]+: [^ ]+ U" uses "${text}")
  set(seen_known "")
  foreach(line IN LISTS uses)
    string(REGEX MATCH "^(.+): ([^ ]+) U" match "${line}")
    set(symbol ${CMAKE_MATCH_2})
    set(from ${source_of_${CMAKE_MATCH_1}})
    set(to "${defined_in_${symbol}}")
    if(NOT to OR to STREQUAL from OR DEFINED "uses_why_${from}_${to}")
      continue()
    endif()
    set("uses_why_${from}_${to}" ${symbol})
    if("${from} -> ${to}" IN_LIST known_calls)
      list(APPEND seen_known "${from} -> ${to}")
    else()
      add_edge(uses ${from} ${to})
    endif()
  endforeach()
  complain_of_cycles(uses)
  foreach(known IN LISTS known_calls)
    if(NOT known IN_LIST seen_known)
      string(APPEND problems "  ${known}: no longer so; remove the line from known_calls\n")
    endif()
  endforeach()
endif()

if(problems)
  message(FATAL_ERROR "files that reach themselves:\n${problems}")
endif()
message("${file_count} files include, and ${object_count} use, each other in one direction")
