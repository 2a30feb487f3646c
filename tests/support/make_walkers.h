/// A character whose clips walk, run, turn and idle, for tests of what mixers report.
#ifndef SINEW_TESTS_MAKE_WALKERS_H
#define SINEW_TESTS_MAKE_WALKERS_H

#include "sinew/model.h"

/// WALK goes 2 units along z in a second, with steps at 0.25 and 0.75 s. RUN goes 3 in 0.6 s, with steps at 0.1 and
/// 0.4 s. TURN goes 2 along z in 2 s while it turns by 90° about y, with steps at 0.5 and 1.5 s. IDLE stays in place
/// for 3 s, POSE lasts no time; neither has steps. WALK has an event "start" at 0 and "end" at 1 s.
enum { WALK, RUN, TURN, IDLE, POSE, WALKER_CLIPS };

/// Hips and a hand on them, above a root; baked. `order` names the clips in the order of the model; NULL: as above.
sinew_model *make_walkers(const int *order);

#endif
