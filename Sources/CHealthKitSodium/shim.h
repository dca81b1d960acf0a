#ifndef CSODIUM_SHIM_H
#define CSODIUM_SHIM_H

#include <malloc.h>
#include <sodium.h>
#include <sys/prctl.h>

// Keeps the memory of this process out of core dumps, and from other processes of the user. Swift can't call prctl(2)
// itself, which takes a number of arguments that varies.
static inline int process_forbid_dumps(void) { return prctl(PR_SET_DUMPABLE, 0L, 0L, 0L, 0L); }

// Whether the system says of this process what program it is to others of the same user.
static inline int process_may_be_dumped(void) { return prctl(PR_GET_DUMPABLE, 0L, 0L, 0L, 0L) == 1; }

// Gives memory that was freed back to the system.
static inline void process_give_memory_back(void) { malloc_trim(0); }

#endif
