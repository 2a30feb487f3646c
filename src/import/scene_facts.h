/// The file's statements about itself: version, generator, units, axes, frame rate.
#ifndef SINEW_IMPORT_SCENE_FACTS_H
#define SINEW_IMPORT_SCENE_FACTS_H

#include "import/import_pass.h"

SINEW_NODISCARD sinew_result sinew__import_scene_facts(import_pass *pass, sinew_error *out_error);

#endif
