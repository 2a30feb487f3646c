#include "cli/help/topics.h"

#include <stddef.h>

#include "viewer/core/bindings.h"

static const char time_text[] =
    "Times, for --at, --from, --to, --step and --range:\n"
    "\n"
    "  1.25  1.25s         seconds from the clip's start\n"
    "  @1.25s              seconds on the file's own timeline\n"
    "  37f  37.5f          frame number on the file's own timeline, as the animator saw it\n"
    "  50%                 part of the clip\n"
    "  #7                  the 7th keyframe of the clip, as `sinew keys` counts them\n"
    "  #7@LeftFoot         the 7th keyframe of that joint\n"
    "  k7  k7@Foot  k-1    the same as #7, #7@Foot, #-1, for shells\n"
    "  -0.5  -10f  -20%    counted back from the clip's end\n"
    "  #-1                 the last keyframe\n"
    "  @-1.25s  @-10f      before zero on the file's timeline\n"
    "  +2f  +0.1  +-2f     relative: to --from in --to\n"
    "  +#1                 the next keyframe\n"
    "  start  end          the clip's first and last instant\n"
    "\n"
    "Times given by @ or f may lie outside the clip: the curves' own extrapolation shows what the animator would see\n"
    "there. The others name something in the clip; outside it they are an error.\n"
    "\n"
    "Ranges: --from A --to B, or --range A..B; --step 1f (the default), --step 0.1, or --frames N evenly spread.\n"
    "\n"
    "# starts a comment in most shells when it begins a word: write k7, --at=#7 or --at '#7'.\n";

static const char exit_text[] =
    "Exit codes:\n"
    "\n"
    "    0  ok\n"
    "    1  a comparison or check found something\n"
    "    2  usage: unknown option or command, bad value, ambiguous clip\n"
    "    3  input unreadable: missing, no permission, empty, not a model, damaged\n"
    "    4  asked-for thing not there: clip, joint, keyframe, time, mesh\n"
    "    5  no display, no OpenGL, or no terminal where one is needed\n"
    "    6  output failed: disk full, no permission\n"
    "    7  some of several files failed (all failed alike: that code)\n"
    "   70  the importer crashed, timed out or hit a resource limit\n"
    "  130  interrupted\n"
    "  143  ended by SIGTERM; another signal N gives 128 + N\n"
    "\n"
    "A closed pipe (sinew tree x.fbx | head) ends quietly with 0. A failure never exits 0.\n";

static const char json_text[] =
    "JSON, with --json:\n"
    "\n"
    "  sinew.info/1   sinew info      format, axes, counts, clips, meshes, textures, warnings\n"
    "  sinew.tree/1   sinew tree      joints, parents before children; id is the position\n"
    "  sinew.keys/1   sinew keys      the author's keyframes\n"
    "  sinew.pose/1   sinew pose      local and global transforms, palette, morph weights\n"
    "  sinew.render/1 sinew render    how far the picture is from its --reference\n"
    "  sinew.diff/1   sinew diff      the largest differences, where and when\n"
    "  sinew.bench/1  sinew bench     what a pose, skinning and opening cost on this machine\n"
    "  sinew.cache/1  sinew cache     where the cache lies, its files and bytes\n"
    "  sinew.error/1  every command   one line on stderr in place of the message\n"
    "\n"
    "Errors are JSON; warnings stay lines of text on stderr, and --quiet leaves them out. Where a command has "
    "--format,\n"
    "that says how data is printed, and --json then concerns the errors alone.\n"
    "\n"
    "One object a run; several files make {\"schema\", \"files\"}, several times {\"schema\", \"poses\"}, or with "
    "--format jsonl\n"
    "one object a line. Numbers are finite; what is unknown is null, never missing. Lengths are in the file's own unit "
    "unless\n"
    "the field says _cm, seconds end in _s, angles are in deg. Names are escaped, so that the output always parses.\n"
    "In sinew.info/1, a clip's rows are what players play: count, what they hold (carries, ready to copy, or locals, "
    "to walk),\n"
    "rotation_bits, bytes, and the error measured while baking, in parts of the character's diagonal; null: its curves "
    "are\nplayed.\n"
    "A schema's number rises only when a field vanishes or changes its meaning; new fields may appear at any time.\n";

static const char config_text[] = "Environment:\n"
                                  "\n"
                                  "  SINEW_CACHE_DIR   where models are kept for the next time; else "
                                  "$XDG_CACHE_HOME/sinew, else ~/.cache/sinew\n"
                                  "  NO_COLOR          no colours, as --color never\n"
                                  "  SINEW_SHADER_DIR  reads the shaders from this folder in place of those built in\n"
                                  "  DISPLAY, WAYLAND_DISPLAY, SDL_VIDEODRIVER  where windows open\n"
                                  "\n"
                                  "There is no configuration file: the same command line gives the same answer for "
                                  "everyone. A file beside the model never\n"
                                  "changes what the program does.\n";

const cli_topic cli_topics[] = {
    {"time", "how times are written: 1.25s, 37f, 50%, '#7', …", time_text, NULL},
    {"keys", "keys of the player", NULL, viewer_format_bindings},
    {"exit", "exit codes", exit_text, NULL},
    {"json", "what --json prints", json_text, NULL},
    {"config", "environment variables", config_text, NULL},
    {NULL, NULL, NULL, NULL},
};
