#ifndef BREATH_H
#define BREATH_H

// Calls what this thread has called while it writes, every so many times.
void throttle_write(void);

#endif
