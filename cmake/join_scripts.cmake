# Joins scripts into one, without indentation and the lines that are comment alone: a page has them once for each reader.
#   cmake -DOUTPUT=joined.js "-DFILES=a.js;b.js" -P join_scripts.cmake
set(joined "\n")
foreach(file ${FILES})
  file(READ ${file} text)
  string(APPEND joined "${text}")
endforeach()
string(REGEX REPLACE "\n +" "\n" joined "${joined}")
string(REGEX REPLACE "\n/\\*\\*\n(\\*[^\n]*\n)*" "\n" joined "${joined}")
string(REGEX REPLACE "\n((//[^\n]*|/\\*\\*[^\n]*\\*/)\n)+" "\n" joined "${joined}")
string(REGEX REPLACE "\n\n+" "\n" joined "${joined}")
file(WRITE ${OUTPUT} "${joined}")
