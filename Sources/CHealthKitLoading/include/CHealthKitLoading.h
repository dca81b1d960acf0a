#ifndef CLOADING_H
#define CLOADING_H

#include <pthread.h>
#include <stddef.h>

// Libraries that are loaded when one of their functions is first called. Most runs of a program need none of them, and the
// system takes longer to load them than for all the rest of a start: libarchive alone brings ten more.

/// How long the text of why a library can't be loaded may be, with its 0.
#define LOADING_PROBLEM 256

/// Loads a library and looks up its functions.
///
/// - file: The library's name with the number of its interface, as the linker would note it.
/// - names: The functions' names, one behind the other, each with its 0; an empty one ends them.
/// - calls: Gets the functions' addresses, in order; all NULL where one is missing.
/// - size: The size of `calls` in bytes, in whole pages, which are read-only from then on.
/// - problem: Gets why the library can't be loaded; empty where it is.
void loading_open(const char *file, const char *names, void **calls, size_t size, char problem[LOADING_PROBLEM]);

/// The largest page of memory of the systems this runs on, in bytes.
#define LOADING_PAGE 65536

#define LOADING_MEMBER(result, name, parameters, arguments, otherwise) __typeof__(&name) name;
#define LOADING_NAME(result, name, parameters, arguments, otherwise) #name "\0"
#define LOADING_FORWARD(result, name, parameters, arguments, otherwise) \
    result name parameters \
    { \
        pthread_once(&loading_once, loading_all); \
        if (loaded.functions.name == NULL) return otherwise; \
        return loaded.functions.name arguments; \
    }

/// Defines functions of a library that load it, and one that says why it can't be loaded, or NULL.
///
/// - problem: The name of that one.
/// - file: As for `loading_open`.
/// - list: A macro that calls its argument for each function, with result, name, parameters, arguments and the value to
///   return if the library is missing.
#define LOADING_LIBRARY(problem, file, list) \
    static union { \
        struct { list(LOADING_MEMBER) } functions; \
        void *calls[LOADING_PAGE / sizeof(void *)]; \
    } loaded __attribute__((aligned(LOADING_PAGE))); \
    static char loading_reason[LOADING_PROBLEM]; \
    static pthread_once_t loading_once = PTHREAD_ONCE_INIT; \
    static void loading_all(void) \
    { \
        loading_open(file, list(LOADING_NAME), loaded.calls, sizeof loaded, loading_reason); \
    } \
    const char *problem(void) \
    { \
        pthread_once(&loading_once, loading_all); \
        return *loading_reason ? loading_reason : NULL; \
    } \
    list(LOADING_FORWARD)

#endif
