#include "Resources.h"

#pragma clang diagnostic ignored "-Wc23-extensions"

const unsigned char resource_catalogue[] = {
#embed "catalogue.json"
};
const unsigned long resource_catalogue_size = sizeof resource_catalogue;

const unsigned char *resource_catalogue_start(void) { return resource_catalogue; }
