/// Functions with a format, checked by the compiler.
#ifndef SINEW_CORE_BASE_FORMAT_H
#define SINEW_CORE_BASE_FORMAT_H

/// Of a declaration: parameter `text` is a printf format, its arguments begin with parameter `first`.
#if defined(__MINGW32__)
#define SINEW_PRINTF(text, first) __attribute__((format(gnu_printf, text, first)))
#elif defined(__GNUC__)
#define SINEW_PRINTF(text, first) __attribute__((format(printf, text, first)))
#else
#define SINEW_PRINTF(text, first)
#endif

#endif
