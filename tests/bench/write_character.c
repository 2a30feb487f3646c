// write_character FILE SIDE KEYS: a binary FBX file of a generated character, see support/character_fbx.h.
#include <stdio.h>
#include <stdlib.h>

#include "support/character_fbx.h"

int main(int count, char **words)
{
    if (count != 4) {
        fputs("write_character FILE SIDE KEYS\n", stderr);
        return 2;
    }
    void *bytes;
    size_t size;
    make_character_binary((character_size){.side = atoi(words[2]), .keys = atoi(words[3])}, &bytes, &size);
    FILE *file = fopen(words[1], "wb");
    const int written = file && fwrite(bytes, 1, size, file) == size;
    free(bytes);
    return file && fclose(file) == 0 && written ? 0 : 1;
}
