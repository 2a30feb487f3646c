/// The facts of the window's info panel.
#ifndef SINEW_PROGRAM_VIEWER_PANELS_MODEL_FACTS_H
#define SINEW_PROGRAM_VIEWER_PANELS_MODEL_FACTS_H

#include "sinew/model.h"

enum { MODEL_FACTS_MAX = 16 };

/// A row of two columns, printable.
typedef struct model_fact {
    char name[24];
    char value[160];
} model_fact;

/// Lists the facts that apply to a model. Returns their number.
int model_facts_list(const sinew_model *model, model_fact out_facts[MODEL_FACTS_MAX]);

#endif
