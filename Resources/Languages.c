#include "Languages.h"

#pragma clang diagnostic ignored "-Wc23-extensions"

static const unsigned char german[] = {
#embed "Languages/de.po"
};

const struct resource_language resource_languages[] = {
    {"de", german, sizeof german},
};
const unsigned long resource_languages_count = sizeof resource_languages / sizeof resource_languages[0];

const struct resource_language *resource_languages_start(void) { return resource_languages; }
