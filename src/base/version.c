#include "sinew/version.h"

const char *sinew_version(void)
{
    return SINEW_VERSION;
}
