#ifndef RESOURCES_H
#define RESOURCES_H

#include "Languages.h"
#include "Mappings.h"
#include "Studies.h"

// Data files embedded in the binary: `resource_NAME` is the first byte, `resource_NAME_size` the number of bytes.
// Swift does not see arrays without a length, so `resource_NAME_start` returns the address of the first byte.

// What HealthKit knows of its types, values, metadata keys and workout activities.
extern const unsigned char resource_catalogue[];
extern const unsigned long resource_catalogue_size;
const unsigned char *_Nonnull resource_catalogue_start(void);

// What phones call workouts in their languages.
extern const unsigned char resource_workout_names[];
extern const unsigned long resource_workout_names_size;
const unsigned char *_Nonnull resource_workout_names_start(void);

#endif
