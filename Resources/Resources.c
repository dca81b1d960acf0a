#include "Resources.h"

#pragma clang diagnostic ignored "-Wc23-extensions"

const unsigned char resource_catalogue[] = {
#embed "catalogue.json"
};
const unsigned long resource_catalogue_size = sizeof resource_catalogue;

const unsigned char *resource_catalogue_start(void) { return resource_catalogue; }

const unsigned char resource_workout_names[] = {
#embed "workout-names.json"
};
const unsigned long resource_workout_names_size = sizeof resource_workout_names;

const unsigned char *resource_workout_names_start(void) { return resource_workout_names; }
