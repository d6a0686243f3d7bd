// The part of `check` that is about derivatives of steps.

#ifndef HF_TOOL_CHECK_DERIVATIVE_H
#define HF_TOOL_CHECK_DERIVATIVE_H

#include "options.h"

/// The scene that is the operand, after --at seconds; the exit code.
int check_derivative(const argument_set *arguments);

#endif
