#include "CHealthtuiTLS.h"

#include "CHealthtuiCrypto.h"
#include "CHealthKitLoading.h"

// The functions of OpenSSL's libssl that are called: result, name, parameters, arguments, and the value returned if the
// library is missing. The compiler checks each against the library's own header.
#define FUNCTIONS(X) \
    X(long, SSL_CTX_ctrl, (SSL_CTX *a, int b, long c, void *d), (a, b, c, d), 0) \
    X(void, SSL_CTX_free, (SSL_CTX *a), (a), ) \
    X(SSL_CTX *, SSL_CTX_new, (const SSL_METHOD *a), (a), NULL) \
    X(int, SSL_CTX_set_num_tickets, (SSL_CTX *a, size_t b), (a, b), 0) \
    X(uint64_t, SSL_CTX_set_options, (SSL_CTX *a, uint64_t b), (a, b), 0) \
    X(int, SSL_CTX_use_PrivateKey, (SSL_CTX *a, EVP_PKEY *b), (a, b), 0) \
    X(int, SSL_CTX_use_certificate, (SSL_CTX *a, X509 *b), (a, b), 0) \
    X(int, SSL_do_handshake, (SSL *a), (a), -1) \
    X(void, SSL_free, (SSL *a), (a), ) \
    X(int, SSL_get_error, (const SSL *a, int b), (a, b), SSL_ERROR_SSL) \
    X(int, SSL_is_init_finished, (const SSL *a), (a), 0) \
    X(SSL *, SSL_new, (SSL_CTX *a), (a), NULL) \
    X(int, SSL_read, (SSL *a, void *b, int c), (a, b, c), -1) \
    X(void, SSL_set_accept_state, (SSL *a), (a), ) \
    X(int, SSL_set_fd, (SSL *a, int b), (a, b), 0) \
    X(int, SSL_shutdown, (SSL *a), (a), -1) \
    X(int, SSL_write, (SSL *a, const void *b, int c), (a, b, c), -1) \
    X(const SSL_METHOD *, TLS_server_method, (void), (), NULL)

LOADING_LIBRARY(tls_problem, "libssl.so." OPENSSL_LIBRARY_NUMBER, FUNCTIONS)
