#ifndef CSTRENGTH_H
#define CSTRENGTH_H

// How hard a passphrase is to guess, by libzxcvbn. It is loaded at the first call, and its header isn't needed.

/// How many bits the guesses are that find a text: its words, names, dates and patterns are tried first. Below 0 where the library
/// can't be loaded.
///
/// - text: The text.
/// - words: Words to try besides, the last NULL; or NULL.
/// - parts: NULL.
double ZxcvbnMatch(const char *text, const char *words[], void **parts);

/// Why it can't be loaded; NULL where it is.
const char *strength_problem(void);

#endif
