/// The generated characters of the benchmarks: a skeleton, a clip that is baked, and a mesh. The same values on every
/// run, so that measurements are comparable.
///
/// `sines`: 69 joints, 15 s at 30 keys per second. Every component of every rotation is a sine of its own with exact
/// tangents. Kept because all figures of the past are about it; its bytes mislead, because nothing rests, and no
/// interpolation of neighbouring keys meets a sine's tangents.
///
/// `motion`: 67 joints, 20 s at 30 keys per second, which moves like the curves of ../shared/corpus/motion (59 clips of
/// motion capture, BVH, 100 joints with channels, 30 frames per second). The table compares rotation components that
/// move by more than 1°, amplitudes by windows of 64 frames; medians, quartiles in brackets:
///
///                                                         corpus               motion
///     slope of log amplitude over log frequency, 1–9 Hz   −1.6 [−2.0 −1.2]     −1.6 [−1.7 −1.6]
///     amplitude within 0.47 Hz, degrees, at 0.5 Hz        2.2 [0.8 5.6]        2.6 [1.4 4.8]
///                                        at 3.7 Hz        0.23 [0.09 0.62]     0.19 [0.10 0.39]
///                                        at 13.6 Hz       0.045 [0.019 0.10]   0.035 [0.015 0.056]
///     range, degrees                                      23 [9 53]            24 [13 42]
///     frames slower than 5 % of the fast ones             14 % [10 23]         16 % [15 17]
///     components that move by more than 1°                32 %                 36 %
///     components that move by more than 0.01°             57 %                 58 %
///     bytes for each key of those, in memory / in a file  2.1 / 0.84           2.1 / 0.81
///
/// Bytes are measured over clips of at least 15 s, with the corpus read as Euler curves with the same tangents.
///
/// `frames` and `tenths`: 18 joints, 53 curves, 12 s, lines between 30 keys per second. The keys of `frames` are on
/// frames. Those of `tenths` are moved by random tenths of a frame, like keys of clips that were reduced by a
/// tolerance.
///
/// `clothed`: `motion` as five meshes of one skin, as exporters write a body, a shirt, trousers, shoes and hair.
#ifndef SINEW_TESTS_BENCH_CHARACTERS_H
#define SINEW_TESTS_BENCH_CHARACTERS_H

#include "sinew/model.h"

enum { BENCH_VERTICES = 55000, BENCH_CHARACTERS = 5 };

/// "sines", "motion", "frames", "tenths", "clothed".
extern const char *const bench_character_names[BENCH_CHARACTERS];

/// Makes the character of that name; `vertices` (at least 1) have one to four influences, 3.1 on average.
SINEW_NODISCARD sinew_result bench_make_character(const char *name, int32_t vertices, sinew_model **out_model,
                                                  sinew_error *out_error);

/// Bakes all clips of a model in place of the model; always to the same encoding.
SINEW_NODISCARD sinew_result bench_bake(sinew_model **model, sinew_error *out_error);

#endif
