#ifndef CTLS_H
#define CTLS_H

/* Parts of OpenSSL that Swift can't import directly: macros, lists by type, and structures that some versions hide.
   Everything else is called directly. libssl is loaded at the first call; CHealthtuiTLS.c and CHealthtuiCrypto.c name
   the functions that can be called. */

#include <openssl/ec.h>
#include <openssl/err.h>
#include <openssl/evp.h>
#include <openssl/pem.h>
#include <openssl/rand.h>
#include <openssl/ssl.h>
#include <openssl/x509v3.h>
#include <stdint.h>
#include <string.h>
#include <time.h>

/// Why libssl can't be loaded; NULL where it is.
const char *tls_problem(void);

/* TLS 1.2 and 1.3, and nothing that lets a client make the server work or remember: no renegotiation, no sessions to resume,
   no compression. A call returns after each message, so that a client that sends nothing but messages of the protocol meets
   the caller's deadline. */
static inline int tls_configure(SSL_CTX *context)
{
    SSL_CTX_set_session_cache_mode(context, SSL_SESS_CACHE_OFF);
    SSL_CTX_set_options(context, SSL_OP_NO_RENEGOTIATION | SSL_OP_NO_COMPRESSION | SSL_OP_NO_TICKET);
    SSL_CTX_clear_mode(context, SSL_MODE_AUTO_RETRY);
    SSL_CTX_set_mode(context,
        SSL_MODE_ENABLE_PARTIAL_WRITE | SSL_MODE_ACCEPT_MOVING_WRITE_BUFFER | SSL_MODE_RELEASE_BUFFERS);
    return SSL_CTX_set_num_tickets(context, 0) == 1 && SSL_CTX_set_min_proto_version(context, TLS1_2_VERSION) == 1;
}

/* Adds an issuer's certificate, which the context owns from then on. */
static inline int tls_add_issuer(SSL_CTX *context, X509 *certificate)
{
    return SSL_CTX_add0_chain_cert(context, certificate) == 1;
}

/* A new key on the curve P-256; NULL where it can't be made. */
static inline EVP_PKEY *tls_make_key(void)
{
    EVP_PKEY *key = NULL;
    EVP_PKEY_CTX *context = EVP_PKEY_CTX_new_id(EVP_PKEY_EC, NULL);
    if (context != NULL && EVP_PKEY_keygen_init(context) == 1
        && EVP_PKEY_CTX_set_ec_paramgen_curve_nid(context, NID_X9_62_prime256v1) == 1)
        EVP_PKEY_keygen(context, &key);
    EVP_PKEY_CTX_free(context);
    return key;
}

/* Adds an extension of a certificate that is its own issuer. */
static inline int tls_add_extension(X509 *certificate, int name, const char *value)
{
    X509V3_CTX context;
    X509V3_set_ctx_nodb(&context);
    X509V3_set_ctx(&context, certificate, certificate, NULL, NULL, 0);
    X509_EXTENSION *extension = X509V3_EXT_conf_nid(NULL, &context, name, value);
    if (extension == NULL) return 0;
    int added = X509_add_ext(certificate, extension, -1);
    X509_EXTENSION_free(extension);
    return added == 1;
}

static inline int64_t tls_seconds(const ASN1_TIME *time)
{
    struct tm date;
    memset(&date, 0, sizeof date);
    return time != NULL && ASN1_TIME_to_tm(time, &date) == 1 ? (int64_t) timegm(&date) : 0;
}

/* Seconds since 1970; 0 for a date that makes no sense. */
static inline int64_t tls_valid_from(const X509 *certificate) { return tls_seconds(X509_get0_notBefore(certificate)); }
static inline int64_t tls_valid_until(const X509 *certificate) { return tls_seconds(X509_get0_notAfter(certificate)); }

static inline int tls_set_validity(X509 *certificate, int64_t from, int64_t until)
{
    return ASN1_TIME_set(X509_getm_notBefore(certificate), (time_t) from) != NULL
        && ASN1_TIME_set(X509_getm_notAfter(certificate), (time_t) until) != NULL;
}

static inline int tls_set_serial(X509 *certificate, uint64_t serial)
{
    return ASN1_INTEGER_set_uint64(X509_get_serialNumber(certificate), serial);
}

/* The first name of a server that a certificate has and that is no pattern, into a buffer; 0 if there is none that
   fits. */
static inline int tls_server_name(const X509 *certificate, char *buffer, int size)
{
    int found = 0;
    GENERAL_NAMES *names = (GENERAL_NAMES *) X509_get_ext_d2i(certificate, NID_subject_alt_name, NULL, NULL);
    for (int index = 0; !found && index < sk_GENERAL_NAME_num(names); index++) {
        const GENERAL_NAME *name = sk_GENERAL_NAME_value(names, index);
        if (name->type != GEN_DNS) continue;
        int length = ASN1_STRING_length(name->d.dNSName);
        const unsigned char *text = ASN1_STRING_get0_data(name->d.dNSName);
        if (length <= 0 || length >= size || text[0] == '*' || memchr(text, 0, (size_t) length) != NULL) continue;
        memcpy(buffer, text, (size_t) length);
        buffer[length] = 0;
        found = 1;
    }
    GENERAL_NAMES_free(names);
    return found;
}

#endif
