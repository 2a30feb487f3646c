# Writes a C file that contains text files as strings, so that an installed program needs no data directory.
#   cmake -DOUTPUT=embedded.c "-DFILES=a.vert;a.frag" -P embed_shaders.cmake
set(arrays "")
set(rows "")
foreach(file ${FILES})
  get_filename_component(name ${file} NAME)
  string(MAKE_C_IDENTIFIER ${name} identifier)
  file(READ ${file} bytes HEX)
  string(REGEX REPLACE "([0-9a-f][0-9a-f])" "0x\\1," bytes "${bytes}")
  string(REGEX REPLACE "(................................................................................)" "\\1\n" bytes "${bytes}")
  string(APPEND arrays "static const unsigned char ${identifier}[] = {\n${bytes}0};\n")
  string(APPEND rows "    {\"${name}\", (const char *)${identifier}},\n")
endforeach()
file(WRITE ${OUTPUT} "#include \"draw/render/shader_files.h\"\n\n${arrays}\nconst render_shader_file sinew__render_shader_files[] = {\n${rows}    {0, 0},\n};\n")
