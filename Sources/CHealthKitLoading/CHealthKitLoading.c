#include "CHealthKitLoading.h"

#include <dlfcn.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>

void loading_open(const char *file, const char *names, void **calls, size_t size, char problem[LOADING_PROBLEM]) {
    void *handle = dlopen(file, RTLD_NOW | RTLD_LOCAL);
    const char *reason = handle ? NULL : dlerror();
    size_t count = 0;
    for (const char *name = names; !reason && *name; name += strlen(name) + 1) {
        calls[count] = dlsym(handle, name);
        if (!calls[count]) reason = dlerror();
        count++;
    }
    if (reason) {
        snprintf(problem, LOADING_PROBLEM, "%s", reason);
        memset(calls, 0, size);
    }
    // The table works even if it can't be protected.
    (void)mprotect(calls, size, PROT_READ);
}
