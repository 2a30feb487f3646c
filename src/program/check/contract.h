/// The contract: a project's declarations about its clips, `sinew-check.json`.
///
/// Texts of a contract live in its arena. Unknown numbers are NaN.
#ifndef SINEW_PROGRAM_CHECK_CONTRACT_H
#define SINEW_PROGRAM_CHECK_CONTRACT_H

#include "core/base/arena.h"
#include "core/base/word_table.h"
#include "program/check/check_codes.h"

typedef enum check_loop_state {
    CHECK_LOOP_UNDECLARED,
    CHECK_LOOP_NONE,   ///< false: not a loop
    CHECK_LOOP_CLOSED, ///< true or "closed": the last frame repeats the first
    CHECK_LOOP_OPEN,   ///< "open": the frame after the last is the first
} check_loop_state;

typedef enum check_travel_kind {
    CHECK_TRAVEL_UNDECLARED,
    CHECK_TRAVEL_IN_PLACE, ///< in_place true
    CHECK_TRAVELS,         ///< in_place false
} check_travel_kind;

/// The contract's declarations about one clip.
typedef struct check_clip_terms {
    int is_declared; ///< an entry of the contract matches the clip
    check_loop_state loop;
    check_travel_kind travel;
    double speed;                ///< m/s along the ground
    double fps, duration;        ///< frames per second; duration in seconds
    double ground;               ///< height along the up axis, in the unit of the file
    int starts_at_rest;          ///< the first frame is the rest pose
    const char *const *requires; ///< [requires_count] names or globs of joints that must move
    size_t requires_count;
    const char *sync_group; ///< name of the clip's sync group, or NULL
} check_clip_terms;

extern const check_clip_terms check_no_terms;

/// A glob, and the only name that it matches if it has no wildcards, else NULL.
typedef struct check_contract_pattern {
    const char *glob, *name;
} check_contract_pattern;

/// The declarations for the clips whose file and clip names match two globs.
typedef struct check_contract_clip {
    check_contract_pattern file; ///< matched with the path below the checked folder, or with the file's name
    check_contract_pattern clip;
    check_clip_terms terms;
} check_contract_clip;

/// The files that belong to one character.
typedef struct check_contract_character {
    const char *name;
    check_contract_pattern files; ///< matched with the path below the checked folder, or with the file's name
} check_contract_character;

typedef struct check_level {
    const char *code;
    int severity; ///< sinew_severity, or CHECK_OFF
} check_level;

enum { CHECK_OFF = -1 };

/// The words for sinew_severity in contracts, options and the library.
extern const sinew__word check_severities[];

/// A contract. A zeroed one is empty, except for the limits.
typedef struct check_contract {
    sinew__arena arena;
    const check_level *levels; ///< [level_count]
    size_t level_count;
    int32_t influences;               ///< largest allowed number of influences per vertex
    int32_t texture_size;             ///< largest allowed width or height in pixels
    const check_contract_clip *clips; ///< [clip_count]; later entries override earlier ones
    size_t clip_count;
    const size_t *clips_by_file; ///< [clip_count] indices in `clips`: first the entries without wildcards, sorted by
                                 ///< path, then from `first_glob` on the others
    size_t first_glob;
    const size_t *clips_by_name; ///< [first_glob] the same entries without wildcards, sorted by file name
    const check_contract_character *characters; ///< [character_count]
    size_t character_count;
} check_contract;

enum { SINEW__CONTRACT_MAX_BYTES = 16 << 20, SINEW__CONTRACT_MAX_PATTERN = 4096 }; ///< bytes
#define CHECK_CONTRACT_MAX_WORK (UINT64_C(1) << 31) ///< steps of glob matching for one file: about three seconds

void check_contract_init(check_contract *contract);

/// Reads a contract from JSON text. The message of SINEW_ERROR_DAMAGED names the line, the message of
/// SINEW_ERROR_INVALID_ARGUMENT the unknown key, code or value. Free the contract even after a failure.
SINEW_NODISCARD sinew_result check_contract_read(const char *text, size_t size, check_contract *contract,
                                                 sinew_error *out_error);
void check_contract_free(check_contract *contract);

/// The declarations of a contract about one file.
typedef struct check_file_terms {
    const check_contract *contract;
    const char *character;             ///< name of the file's character, or NULL
    const check_contract_clip **clips; ///< [clip_count] entries that match the file, in the contract's order
    size_t clip_count;
    int is_ambiguous; ///< several paths of the contract end with the file's name, but none of them is the file's path
    uint64_t work;    ///< steps of glob matching so far
} check_file_terms;

/// Finds the entries that match a file. `below` is the part of `path` below the checked folder, or NULL if the file
/// itself was named. A glob without `/` is matched with the file's name. Any other pattern is matched with the ends of
/// `path`: with `path` itself, and with each shorter end that begins after a `/`, down to `below`, or down to the
/// file's name if `below` is NULL. A glob matches if it matches any of these ends. Entries without wildcards match for
/// only one end: for `below` if an entry names it, else for the longest end that an entry names. If no entry names an
/// end, and the file itself was named, the entries of the only path with the file's name match. Free *out even after a
/// failure.
SINEW_NODISCARD sinew_result check_file_terms_find(const check_contract *contract, const char *path, const char *below,
                                                   check_file_terms *out, sinew_error *out_error);
void check_file_terms_free(check_file_terms *terms);

/// Merges the matching entries into the declarations of one clip; later entries take precedence. `requires` comes from
/// the last entry that has any. SINEW_ERROR_LIMIT: matching the file's clips took more than CHECK_CONTRACT_MAX_WORK
/// steps in all.
SINEW_NODISCARD sinew_result check_file_terms_of_clip(check_file_terms *terms, const char *clip, check_clip_terms *out,
                                                      sinew_error *out_error);

#endif
