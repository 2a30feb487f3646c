# Prints fields of a JSON file to stderr, each on a line: cmake -DFILE=… -DPATHS=… -P json_fields.cmake. A line of PATHS is like
# clips/0/name.
file(READ "${FILE}" text)
file(STRINGS "${PATHS}" paths)
foreach(path IN LISTS paths)
  string(REPLACE "/" ";" path "${path}")
  string(JSON value ERROR_VARIABLE problem GET "${text}" ${path})
  if(problem)
    set(value "${problem}")
  endif()
  message(NOTICE "${value}")
endforeach()
