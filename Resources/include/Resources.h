#ifndef RESOURCES_H
#define RESOURCES_H

// Data files embedded in the binary: `resource_NAME` is the first byte, `resource_NAME_size` the number of bytes.

#endif
