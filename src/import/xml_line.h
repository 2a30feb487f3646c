/// Returns the line of an XML document that expat has reached.
#ifndef SINEW_IMPORT_XML_LINE_H
#define SINEW_IMPORT_XML_LINE_H

#include <expat.h>

/// Returns the line of the parser's last event or error, counted from 1; 0: unknown. Expat 2.9 has a new function for
/// it.
static inline unsigned long long sinew__xml_line(XML_Parser parser)
{
#if XML_MAJOR_VERSION > 2 || (XML_MAJOR_VERSION == 2 && XML_MINOR_VERSION >= 9)
    return (unsigned long long)XML_GetCurrentLineNumber64(parser);
#else
    return (unsigned long long)XML_GetCurrentLineNumber(parser);
#endif
}

#endif
