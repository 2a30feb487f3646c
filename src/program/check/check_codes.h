/// The codes of the findings of `sinew check`, one row of a table per code. Codes are never reused; new ones go at the
/// end of their letter.
#ifndef SINEW_PROGRAM_CHECK_CHECK_CODES_H
#define SINEW_PROGRAM_CHECK_CHECK_CODES_H

#include <stddef.h>

#include "sinew/model.h"

/// The values with which a check compares the facts of a file.
typedef enum check_kind {
    CHECK_MECHANICAL, ///< none: the facts are wrong in any file
    CHECK_DECLARED,   ///< the declarations of the contract
    CHECK_SET,        ///< the facts of other clips or files
} check_kind;

/// Columns: code, severity, kind, the importer's code that it replaces ("": none), the edit of `sinew edit` that
/// repairs most of its findings ("": none), and the sentence for lists.
#define CHECK_MAP(X)                                                                                                   \
    X(W01, INFO, MECHANICAL, "", "", "the file has no clips")                                                          \
    X(W02, INFO, MECHANICAL, "", "", "the file has no mesh")                                                           \
    X(W04, WARNING, MECHANICAL, "", "", "vertices of a skinned mesh have no weights")                                  \
    X(W05, WARNING, MECHANICAL, "", "", "weights of a vertex do not sum to 1")                                         \
    X(W06, WARNING, MECHANICAL, "", "", "a clip has one frame")                                                        \
    X(W07, WARNING, MECHANICAL, "", "trim", "the span of a clip differs from its last key")                            \
    X(W08, INFO, MECHANICAL, "", "", "keys are between frames")                                                        \
    X(W11, WARNING, MECHANICAL, "I02", "", "an animation channel names a missing node")                                \
    X(W12, WARNING, MECHANICAL, "", "", "several joints have one name")                                                \
    X(W13, INFO, MECHANICAL, "", "", "the unit of the file is not a centimetre")                                       \
    X(W14, INFO, MECHANICAL, "", "", "keys are stepped")                                                               \
    X(W15, INFO, MECHANICAL, "", "", "a joint rotates by more than 180 degrees between two keys")                      \
    X(W17, WARNING, MECHANICAL, "I03", "", "keys are not finite, not in order, or twice at one time")                  \
    X(W18, WARNING, MECHANICAL, "", "",                                                                                \
      "a joint flips between two frames: an Euler angle or the sign of a quaternion jumps")                            \
    X(W19, INFO, MECHANICAL, "", "reduce", "channels with many keys never change")                                     \
    X(W20, WARNING, MECHANICAL, "", "", "scale is animated, not uniform, negative, or not 1 at rest")                  \
    X(W21, WARNING, MECHANICAL, "", "", "vertices have more influences than engines keep")                             \
    X(W22, WARNING, MECHANICAL, "", "", "vertices are far from their joints, or bound to one joint only at a bend")    \
    X(W23, WARNING, MECHANICAL, "", "", "the surface collapses at a joint")                                            \
    X(W24, WARNING, DECLARED, "", "", "the skin goes below the ground")                                                \
    X(W25, INFO, MECHANICAL, "", "start", "a clip begins late or early on the timeline of its file")                   \
    X(W26, INFO, MECHANICAL, "", "name-clips", "a clip has the default name of a program")                             \
    X(W27, WARNING, MECHANICAL, "", "", "the body is implausibly tall or small: the unit of the file may be wrong")    \
    X(W28, WARNING, MECHANICAL, "", "", "left and right are swapped")                                                  \
    X(W29, WARNING, MECHANICAL, "", "", "the body never stands: the up axis of the file may be wrong")                 \
    X(L01, ERROR, DECLARED, "", "close", "a loop does not close")                                                      \
    X(L02, ERROR, DECLARED, "", "close", "the velocity of a loop jumps at its seam")                                   \
    X(L03, WARNING, DECLARED, "", "trim", "a loop shows one pose twice at its seam")                                   \
    X(L04, INFO, MECHANICAL, "", "", "a clip closes like a loop and is not declared as one")                           \
    X(R01, ERROR, DECLARED, "", "in-place", "a clip travels, does not travel, or has another speed than declared")     \
    X(R02, WARNING, MECHANICAL, "", "", "planted feet slide")                                                          \
    X(R03, WARNING, MECHANICAL, "", "", "feet hover or sink during contact")                                           \
    X(R04, WARNING, MECHANICAL, "", "", "a joint pops")                                                                \
    X(R05, INFO, MECHANICAL, "", "", "a joint jitters")                                                                \
    X(R06, WARNING, MECHANICAL, "", "trim", "the first frame is a reference pose")                                     \
    X(R07, WARNING, MECHANICAL, "", "", "every n-th frame repeats the frame before it")                                \
    X(R08, WARNING, MECHANICAL, "", "", "a joint stands still for part of a clip while the others move")               \
    X(R09, WARNING, MECHANICAL, "", "", "a knee bends in the wrong direction")                                         \
    X(R10, INFO, MECHANICAL, "", "", "in flight the body falls as if the clip were played at another speed")           \
    X(R11, WARNING, MECHANICAL, "", "", "the whole body floats, sinks or drifts up or down")                           \
    X(D01, ERROR, DECLARED, "", "", "a required joint is missing or never moves")                                      \
    X(D02, WARNING, DECLARED, "", "fps", "frame rate, duration or key grid differ from the declaration")               \
    X(D03, ERROR, SET, "", "", "clips of one sync group do not match")                                                 \
    X(D04, WARNING, SET, "", "", "the bind pose differs from the rest pose or between files")                          \
    X(D05, ERROR, SET, "", "", "skeletons of one character differ")                                                    \
    X(T01, WARNING, MECHANICAL, "", "", "a texture is missing, elsewhere, too large, or has an absolute path")         \
    X(M01, WARNING, MECHANICAL, "", "", "a mesh lacks texture coordinates or has defective triangles")

typedef enum check_id {
#define X(code, severity, kind, covered, mend, about) CHECK_##code,
    CHECK_MAP(X)
#undef X
        CHECK_COUNT
} check_id;

typedef struct check_code {
    const char *code;
    sinew_severity severity; ///< default; the contract may set another
    check_kind kind;
    const char *covered; ///< the importer's code that it replaces, or ""
    const char *mend;    ///< an edit of `sinew edit`, or ""
    const char *about;
} check_code;

extern const check_code check_codes[CHECK_COUNT];

/// Returns the row of a code, or of the code that replaces an importer's code; NULL if none exists.
const check_code *check_code_named(const char *code);

/// A code of a check, of the importer or of an unreadable file.
typedef struct check_description {
    const char *code;
    sinew_severity severity;
    const char *about; ///< a sentence without a full stop
    const char *mend;  ///< the edit of `sinew edit` that repairs most of its findings, or ""
} check_description;

/// Describes a code. Returns 0 if it is unknown.
int check_describe_code(const char *code, check_description *out);

/// Returns whether a code is a check's, an importer's (I01 …) or an unreadable file's (E01 …).
int check_code_exists(const char *code);

/// Returns the code of a file that cannot be loaded: "E06" for SINEW_ERROR_TRUNCATED.
const char *check_code_of_result(sinew_result result);

#endif
