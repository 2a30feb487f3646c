/// What the settings of `sinew render` make: images, films or sheets.
#ifndef SINEW_CLI_RENDER_OUTPUT_KIND_H
#define SINEW_CLI_RENDER_OUTPUT_KIND_H

#include "cli/render/render_settings.h"
#include "output/output.h"

/// Returns the driver of the output if it is a film, else NULL.
const output_driver *render_film_driver(const render_settings *settings);

/// Whether the settings make one file per clip: films and sheets.
int render_makes_one_file(const render_settings *settings);

/// Puts ".gif, .webm or .webp": the extensions of drivers, terminated by NULL, or of those that keep transparency.
void render_put_extensions(sinew__buffer *out, const output_driver *const *drivers, int transparent);

#endif
