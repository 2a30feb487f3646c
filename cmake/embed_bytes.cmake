# Writes a C file that contains a file as the array NAME and its size as NAME_size, declared in HEADER.
#   cmake -DOUTPUT=embedded.c -DFILE=font.ttf -DNAME=sinew__font -DHEADER=font.h -P embed_bytes.cmake
file(READ ${FILE} bytes HEX)
string(REGEX REPLACE "([0-9a-f][0-9a-f])" "0x\\1," bytes "${bytes}")
file(WRITE ${OUTPUT} "#include \"${HEADER}\"\n\nconst unsigned char ${NAME}[] = {${bytes}};\nconst size_t ${NAME}_size = sizeof ${NAME};\n")
