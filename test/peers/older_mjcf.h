// A model without what MuJoCo 2.2.2 cannot read and without what the comparison does not look at (actuators, sensors,
// looks).

#ifndef HF_TEST_OLDER_MJCF_H
#define HF_TEST_OLDER_MJCF_H

#include <stdbool.h>

/// Writes `folder`/name and the files that it includes as copies into `target`. False if the file cannot be read.
bool older_mjcf(const char *folder, const char *name, const char *target);

#endif
