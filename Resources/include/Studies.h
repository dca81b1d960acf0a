#ifndef STUDIES_H
#define STUDIES_H

// A file that the engine of studies needs, embedded in the binary.
struct resource_study_file {
    const char *_Nonnull name;
    const unsigned char *_Nonnull text;
    unsigned long size;
};

// Every file in the folder `Studies`: a line in Studies.c each.
extern const unsigned long resource_study_files_count;
const struct resource_study_file *_Nonnull resource_study_files_start(void);

#endif
