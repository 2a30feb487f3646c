# Prints one field of a JSON file: cmake -DFILE=… -DFIELD=clips/0/name -P json_field.cmake
file(READ "${FILE}" text)
string(REPLACE "/" ";" path "${FIELD}")
string(JSON value ERROR_VARIABLE problem GET "${text}" ${path})
if(problem)
  set(value "${problem}")
endif()
execute_process(COMMAND ${CMAKE_COMMAND} -E echo "${value}")
