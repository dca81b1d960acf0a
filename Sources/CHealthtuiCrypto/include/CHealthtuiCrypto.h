#ifndef CCRYPTO_H
#define CCRYPTO_H

#include <openssl/err.h>
#include <openssl/evp.h>
#include <openssl/x509.h>

// libcrypto is loaded at the first call. CHealthtuiCrypto.c names the functions that can be called.

/// Why it can't be loaded; NULL where it is.
const char *crypto_problem(void);

#define OPENSSL_TEXT_OF(number) #number
#define OPENSSL_TEXT(number) OPENSSL_TEXT_OF(number)

/// The number of OpenSSL's interface, which ends the names of its libraries.
#ifdef OPENSSL_SHLIB_VERSION
#define OPENSSL_LIBRARY_NUMBER OPENSSL_TEXT(OPENSSL_SHLIB_VERSION)
#else
#define OPENSSL_LIBRARY_NUMBER SHLIB_VERSION_NUMBER
#endif

#endif
