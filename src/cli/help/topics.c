#include "cli/help/topics.h"

#include <stddef.h>

#ifdef SINEW_VIEWER
#include "viewer/core/bindings.h"
#endif

static const char time_text[] =
    "Times for --at, --from, --to, --step and --range:\n"
    "\n"
    "  1.25  1.25s         seconds from the clip's start\n"
    "  @1.25s              seconds on the file's own timeline\n"
    "  37f  37.5f          frame number on the file's own timeline, as the animator saw it\n"
    "  50%                 fraction of the clip\n"
    "  #7                  the 7th keyframe of the clip, as `sinew keys` numbers them\n"
    "  #7@LeftFoot         the 7th keyframe of that joint\n"
    "  k7  k7@Foot  k-1    the same as #7, #7@Foot, #-1, for shells\n"
    "  -0.5  -10f  -20%    counted back from the clip's end\n"
    "  #-1                 the last keyframe\n"
    "  @-1.25s  @-10f      before zero on the file's timeline\n"
    "  +2f  +0.1  +-2f     relative: to --from in --to\n"
    "  +#1                 the next keyframe\n"
    "  start  end          the first and last instant of the clip\n"
    "\n"
    "Times with @ or f may be outside the clip; the curves are extrapolated there as they are in a modelling program.\n"
    "All other times refer to the clip; a time outside it is an error.\n"
    "\n"
    "Ranges: --from A --to B, or --range A..B; --step 1f (the default), --step 0.1, or --frames N.\n"
    "\n"
    "In most shells, # at the start of a word begins a comment: write k7, --at=#7 or --at '#7'.\n";

static const char exit_text[] = "Exit codes:\n"
                                "\n"
                                "    0  ok\n"
                                "    1  a comparison or a check found a difference or a problem\n"
                                "    2  usage error: unknown option or command, invalid value, ambiguous clip\n"
                                "    3  input unreadable: missing, no permission, empty, not a model, damaged\n"
                                "    4  not found in the file: clip, joint, keyframe, time, mesh\n"
                                "    5  no display, no OpenGL or no terminal\n"
                                "    6  output failed: disk full, no permission\n"
                                "    7  some of several files failed; if all failed with the same code, that code\n"
                                "   70  the importer crashed, timed out or hit a resource limit\n"
                                "  130  interrupted\n"
                                "  143  ended by SIGTERM; any other signal N gives 128 + N\n"
                                "\n"
                                "A closed pipe (sinew tree x.fbx | head) is not an error. No failure exits with 0.\n";

static const char json_text[] =
    "JSON, with --json:\n"
    "\n"
    "  sinew.info/1   sinew info      format, axes, counts, clips, meshes, textures, warnings\n"
    "  sinew.tree/1   sinew tree      joints, parents before children; id is the index\n"
    "  sinew.keys/1   sinew keys      the author's keyframes\n"
    "  sinew.pose/1   sinew pose      local and global transforms, palette, morph weights\n"
    "  sinew.render/1 sinew render    the error between the image and its --reference\n"
    "  sinew.check/1  sinew check     findings: code, severity, clip, node, time, measured and expected values\n"
    "  sinew.diff/1   sinew diff      the largest differences, with joint and time\n"
    "  sinew.bench/3  sinew bench     the cost of loading, baking, posing and skinning a file on this machine\n"
    "  sinew.bake/1   sinew bake      the bytes of the file and what --strip saved\n"
    "  sinew.retarget/1 sinew retarget --explain  the parts of two bodies and their joints\n"
    "  sinew.cache/1  sinew cache     the directory, files and bytes of the cache\n"
    "  sinew.error/1  every command   one line on stderr instead of the message\n"
    "\n"
    "Errors are JSON, too. Warnings are lines of text on stderr; --quiet omits them. If a command has --format, that\n"
    "option selects the format of the data, and --json applies to the errors only.\n"
    "\n"
    "Each run prints one object. For several files it is {\"schema\", \"files\"}, for several times {\"schema\", "
    "\"poses\"};\n"
    "--format jsonl prints one object per line. Numbers are finite. An unknown value is null; no field is omitted.\n"
    "Lengths are in the unit of the file, or in centimetres where the field ends in _cm. Fields in seconds end in _s,\n"
    "angles are in degrees (deg). Names are escaped, so that the output always parses.\n"
    "In sinew.info/1, baked describes what is played: encoding (compact), frames,\n"
    "rotation_bits, bytes in memory, packed_bytes in a .sinew file, exceptions (frames with keys off the frame rate),\n"
    "and the largest error as a fraction of the character's diagonal; null when the clip is played from its curves.\n"
    "feet and the contacts of each clip are null without --contacts; a contact whose joint is null is of the whole\n"
    "foot.\n"
    "The number of a schema rises only when a field is removed or changes its meaning; new fields may appear at any\n"
    "time.\n";

static const char config_text[] = "Environment:\n"
                                  "\n"
                                  "  SINEW_CACHE_DIR   directory of the model cache (default "
                                  "$XDG_CACHE_HOME/sinew or ~/.cache/sinew)\n"
                                  "  NO_COLOR          disables colours, like --color never\n"
                                  "  SINEW_SHADER_DIR  directory of shaders to use instead of the built-in ones\n"
                                  "  DISPLAY, WAYLAND_DISPLAY, SDL_VIDEODRIVER  select the display for windows\n"
                                  "\n"
                                  "sinew reads no configuration file: the same command line gives the same result for "
                                  "every user.\n";

const cli_topic cli_topics[] = {
    {"time", "the time grammar: 1.25s, 37f, 50%, '#7', …", time_text, NULL},
#ifdef SINEW_VIEWER
    {"keys", "keys of the player", NULL, viewer_format_bindings},
#endif
    {"exit", "exit codes", exit_text, NULL},
    {"json", "what --json prints", json_text, NULL},
    {"config", "environment variables", config_text, NULL},
    {NULL, NULL, NULL, NULL},
};
