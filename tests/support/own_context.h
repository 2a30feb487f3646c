/// An OpenGL context without a window for the tests of a program: cmocka's setup and teardown of a group.
#ifndef SINEW_TESTS_OWN_CONTEXT_H
#define SINEW_TESTS_OWN_CONTEXT_H

int open_context(void **state);
int close_context(void **state);

#endif
