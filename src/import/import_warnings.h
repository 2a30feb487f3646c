/// Warnings of an import: what was dropped, approximated or is doubtful. Codes I01…, in one table.
///
/// Codes are never reused; new ones go at the end.
#ifndef SINEW_IMPORT_IMPORT_WARNINGS_H
#define SINEW_IMPORT_IMPORT_WARNINGS_H

#include <stdint.h>

#include "core/base/arena.h"
#include "core/base/format.h"
#include "sinew/raw_model.h"

/// Every warning: its name in the code, its number, its severity, and what it is about.
#define IMPORT_WARNING_MAP(X)                                                                                          \
    X(BONE_WITHOUT_NODE, "I01", WARNING, "a bone has no node of its name")                                             \
    X(CHANNEL_WITHOUT_NODE, "I02", WARNING, "an animation channel names a missing node")                               \
    X(BAD_KEYS, "I03", WARNING, "keys were not finite, not in order, or missing")                                      \
    X(BAD_NUMBERS, "I04", WARNING, "numbers that are not finite were replaced")                                        \
    X(BAD_INDICES, "I05", WARNING, "indices outside their array were dropped")                                         \
    X(TEXTURE_DROPPED, "I06", WARNING, "an embedded texture could not be used")                                        \
    X(MORPH_MISMATCH, "I07", WARNING, "a morph target does not fit its mesh")                                          \
    X(JOIN_FAILED, "I08", WARNING, "the importer's mesh differs from the file's geometry")                             \
    X(IMPORTER_REFUSED, "I09", WARNING, "the importer could not read the file; sinew's own reader was used alone")     \
    X(EMPTY_MESH, "I10", INFO, "a mesh without polygons was dropped")                                                  \
    X(UNSUPPORTED_GEOMETRY, "I11", INFO, "a geometry of an unsupported kind")                                          \
    X(DOCUMENT, "I12", WARNING, "the FBX document contradicts itself")                                                 \
    X(SPLINES, "I13", WARNING, "cubic spline keys are interpolated linearly")                                          \
    X(CACHE_UNUSED, "I14", WARNING, "a geometry cache could not be used")                                              \
    X(CACHE_REPLACES, "I15", INFO, "a geometry cache replaces the other deformers of its mesh")                        \
    X(CONSTRAINT, "I16", WARNING, "a constraint is not evaluated")                                                     \
    X(APPROXIMATED, "I17", WARNING, "something is evaluated approximately")                                            \
    X(SURFACE, "I18", WARNING, "a surface without polygons is not drawn")                                              \
    X(IMPORTER_HAZARD, "I19", WARNING, "importers crash on this or refuse it")                                         \
    X(NAMESAKES, "I20", WARNING, "bones or keys name a node, and several nodes have that name")                        \
    X(LEFT_HANDED, "I21", WARNING, "left-handed axes are treated as right-handed")                                     \
    X(CACHE_CHANNEL, "I22", INFO, "a channel of a geometry cache was chosen by its number of points")                  \
    X(EVENTS, "I23", WARNING, "events were dropped")                                                                   \
    X(REFERENCE, "I24", WARNING, "something refers to what is not in the file")                                        \
    X(EMPTY_SCENE, "I25", WARNING, "a document has no meshes and no clips")

typedef enum import_warning_code {
#define X(name, code, severity, about) IMPORT_WARNING_##name,
    IMPORT_WARNING_MAP(X)
#undef X
        IMPORT_WARNING_COUNT
} import_warning_code;

enum {
    IMPORT_WARNING_KINDS = 20, ///< kinds of one code that an import keeps; the others are counted in a last line
    IMPORT_WARNING_NAMES = 3,  ///< names in a line, besides that of its object
};

/// All warnings of one code whose texts are alike but for quoted names and numbers.
typedef struct import_warning_group {
    uint64_t kind; ///< a hash of the code and the text without these
    import_warning_code code;
    const char *object, *text; ///< of the first
    size_t count;
    const char *names[IMPORT_WARNING_NAMES]; ///< of the next objects, each once
    int name_count;
} import_warning_group;

/// Zeroed: none yet.
typedef struct import_warnings {
    import_warning_group *groups;
    size_t count, capacity;
    size_t kinds[IMPORT_WARNING_COUNT];   ///< groups of a code
    size_t dropped[IMPORT_WARNING_COUNT]; ///< warnings of further kinds
    int is_muted;                         ///< warnings are not kept
} import_warnings;

/// Adds a warning about `object` (copied; NULL: ""). Running out of memory shows in arena->failed.
void sinew__import_warn(import_warnings *warnings, sinew__arena *arena, import_warning_code code, const char *object,
                        const char *format, ...) SINEW_PRINTF(5, 6);

/// Writes one warning per kind to `raw`: "its … is … (and 52 more: 'Leg', 'Arm', …)".
void sinew__import_warnings_finish(import_warnings *warnings, sinew__arena *arena, sinew_raw_model *raw);

#endif
