/// Events of clips, while a file is being imported. See events.h of the library.
#ifndef SINEW_IMPORT_EVENTS_IMPORT_EVENTS_H
#define SINEW_IMPORT_EVENTS_IMPORT_EVENTS_H

#include "import/import_pass.h"

#define IMPORT_EVENT_TOLERANCE 1e-9 ///< seconds that times of frames may be outside their clip, by rounding

struct sinew__json_value;

/// Adds an event to a clip, whose strings must live as long as the pass. Further ones than SINEW_MAX_EVENTS are dropped
/// with a warning. Returns 0 when out of memory.
int sinew__import_add_event(import_pass *pass, int32_t clip, const sinew_raw_event *event);

/// Parses JSON text and adds its events; text that is no JSON gives a warning. The same results.
int sinew__import_json_text(import_pass *pass, const char *text, size_t size, int32_t clip, const char *source);

/// Adds the events in the extras of glTF animations. The clips must be known.
SINEW_NODISCARD sinew_result sinew__import_gltf_events(import_pass *pass, sinew_error *error);

/// Adds the events of the side file `NAME.events.json`, if there is one. The clips and the frame rate must be known.
SINEW_NODISCARD sinew_result sinew__import_side_events(import_pass *pass, sinew_error *error);

/// Gives the clips their events.
SINEW_NODISCARD sinew_result sinew__import_events_finish(import_pass *pass, sinew_error *error);

#endif
