#ifndef LANGUAGES_H
#define LANGUAGES_H

// The catalogue of a language, in gettext's format, embedded in the binary.
struct resource_language {
    const char *_Nonnull code;
    const unsigned char *_Nonnull text;
    unsigned long size;
};

// Every catalogue in the folder `Languages`: a line in Languages.c each.
extern const unsigned long resource_languages_count;
const struct resource_language *_Nonnull resource_languages_start(void);

#endif
