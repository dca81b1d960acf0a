#include "CHealthKitStrength.h"

#include "CHealthKitLoading.h"

#define FUNCTIONS(X) X(double, ZxcvbnMatch, (const char *a, const char *b[], void **c), (a, b, c), -1)

LOADING_LIBRARY(strength_problem, "libzxcvbn.so.0", FUNCTIONS)
