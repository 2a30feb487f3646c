/// What the window's panel says about a model.
#ifndef SINEW_VIEWER_PANELS_MODEL_FACTS_H
#define SINEW_VIEWER_PANELS_MODEL_FACTS_H

#include "sinew/model.h"

enum { MODEL_FACTS_MAX = 16 };

/// A line of two columns, printable.
typedef struct model_fact {
    char name[24];
    char value[160];
} model_fact;

/// Lists what is to say; what a model has none of is left out. Returns how many lines.
int model_facts_list(const sinew_model *model, model_fact out_facts[MODEL_FACTS_MAX]);

#endif
