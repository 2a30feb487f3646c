/// For other languages, which call functions and cannot read structs. Includes sinew.h.
///   accessors.h  models and poses by functions
#ifndef SINEW_SINEW_FFI_H
#define SINEW_SINEW_FFI_H

#include "sinew/accessors.h"
#include "sinew/sinew.h"

#endif
