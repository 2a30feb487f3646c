#include "runtime/model/joint_name.h"

#include <string.h>

const char *sinew__short_joint_name(const char *name)
{
    static const char prefix[] = "mixamorig";
    const char *colon = strrchr(name, ':');
    if (colon) return colon + 1;
    if (strncmp(name, prefix, sizeof prefix - 1) != 0) return name;
    const char *rest = name + sizeof prefix - 1;
    rest += strspn(rest, "0123456789");
    return *rest == '_' && rest[1] ? rest + 1 : name;
}
