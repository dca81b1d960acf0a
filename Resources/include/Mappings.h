#ifndef MAPPINGS_H
#define MAPPINGS_H

// What the columns of a maker's tables mean, embedded in the binary.
struct resource_mapping {
    const char *_Nonnull name;
    const unsigned char *_Nonnull text;
    unsigned long size;
};

// Every file in the folder `Mappings`: a line in Mappings.c each.
extern const unsigned long resource_mappings_count;
const struct resource_mapping *_Nonnull resource_mappings_start(void);

#endif
