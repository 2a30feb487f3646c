/// The numbers of findings, the numbers in their texts, and the commands that show them.
#ifndef SINEW_TESTS_FINDING_NUMBERS_H
#define SINEW_TESTS_FINDING_NUMBERS_H

#include "program/check/check_task.h"

/// Fails if a finding lacks a field that its code requires, has one that its code excludes, or has other numbers than
/// its text, or another command than its code shows of its clip, time and joint.
void assert_numbers_are_stated(const check_report *report);

#endif
