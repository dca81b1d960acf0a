#include "CHealthtuiCrypto.h"

#include "CHealthKitLoading.h"

#include <openssl/ec.h>
#include <openssl/pem.h>
#include <openssl/x509v3.h>

// The functions of OpenSSL's libcrypto that are called: result, name, parameters, arguments, and the value returned if
// the library is missing. The compiler checks each against the library's own header.
#define FUNCTIONS(X) \
    X(int, ASN1_INTEGER_set_uint64, (ASN1_INTEGER *a, uint64_t b), (a, b), 0) \
    X(const unsigned char *, ASN1_STRING_get0_data, (const ASN1_STRING *a), (a), NULL) \
    X(int, ASN1_STRING_length, (const ASN1_STRING *a), (a), 0) \
    X(ASN1_TIME *, ASN1_TIME_set, (ASN1_TIME *a, time_t b), (a, b), NULL) \
    X(int, ASN1_TIME_to_tm, (const ASN1_TIME *a, struct tm *b), (a, b), 0) \
    X(int, BIO_free, (BIO *a), (a), 0) \
    X(BIO *, BIO_new, (const BIO_METHOD *a), (a), NULL) \
    X(int, BIO_read, (BIO *a, void *b, int c), (a, b, c), -1) \
    X(const BIO_METHOD *, BIO_s_mem, (void), (), NULL) \
    X(int, BIO_write, (BIO *a, const void *b, int c), (a, b, c), -1) \
    X(void, ERR_clear_error, (void), (), ) \
    X(unsigned long, ERR_peek_error, (void), (), 0) \
    X(unsigned long, ERR_peek_last_error, (void), (), 0) \
    X(const char *, ERR_reason_error_string, (unsigned long a), (a), crypto_problem()) \
    X(int, EVP_Digest, (const void *a, size_t b, unsigned char *c, unsigned int *d, const EVP_MD *e, ENGINE *f), (a, b, c, d, e, f), 0) \
    X(int, EVP_DigestVerify, (EVP_MD_CTX *a, const unsigned char *b, size_t c, const unsigned char *d, size_t e), (a, b, c, d, e), -1) \
    X(int, EVP_DigestVerifyInit, (EVP_MD_CTX *a, EVP_PKEY_CTX **b, const EVP_MD *c, ENGINE *d, EVP_PKEY *e), (a, b, c, d, e), 0) \
    X(void, EVP_MD_CTX_free, (EVP_MD_CTX *a), (a), ) \
    X(EVP_MD_CTX *, EVP_MD_CTX_new, (void), (), NULL) \
    X(int, EVP_PKEY_CTX_ctrl_str, (EVP_PKEY_CTX *a, const char *b, const char *c), (a, b, c), 0) \
    X(void, EVP_PKEY_CTX_free, (EVP_PKEY_CTX *a), (a), ) \
    X(EVP_PKEY_CTX *, EVP_PKEY_CTX_new_id, (int a, ENGINE *b), (a, b), NULL) \
    X(int, EVP_PKEY_CTX_set_ec_paramgen_curve_nid, (EVP_PKEY_CTX *a, int b), (a, b), 0) \
    X(void, EVP_PKEY_free, (EVP_PKEY *a), (a), ) \
    X(int, EVP_PKEY_keygen, (EVP_PKEY_CTX *a, EVP_PKEY **b), (a, b), 0) \
    X(int, EVP_PKEY_keygen_init, (EVP_PKEY_CTX *a), (a), 0) \
    X(const EVP_MD *, EVP_sha256, (void), (), NULL) \
    X(void, GENERAL_NAMES_free, (GENERAL_NAMES *a), (a), ) \
    X(int, OPENSSL_sk_num, (const OPENSSL_STACK *a), (a), 0) \
    X(void *, OPENSSL_sk_value, (const OPENSSL_STACK *a, int b), (a, b), NULL) \
    X(EVP_PKEY *, PEM_read_bio_PrivateKey, (BIO *a, EVP_PKEY **b, pem_password_cb *c, void *d), (a, b, c, d), NULL) \
    X(X509 *, PEM_read_bio_X509, (BIO *a, X509 **b, pem_password_cb *c, void *d), (a, b, c, d), NULL) \
    X(int, PEM_write_bio_PrivateKey, (BIO *a, const EVP_PKEY *b, const EVP_CIPHER *c, const unsigned char *d, int e, pem_password_cb *f, void *g), (a, b, c, d, e, f, g), 0) \
    X(int, PEM_write_bio_X509, (BIO *a, const X509 *b), (a, b), 0) \
    X(X509_EXTENSION *, X509V3_EXT_conf_nid, (struct lhash_st_CONF_VALUE *a, X509V3_CTX *b, int c, const char *d), (a, b, c, d), NULL) \
    X(void, X509V3_set_ctx, (X509V3_CTX *a, X509 *b, X509 *c, X509_REQ *d, X509_CRL *e, int f), (a, b, c, d, e, f), ) \
    X(void, X509_EXTENSION_free, (X509_EXTENSION *a), (a), ) \
    X(int, X509_NAME_add_entry_by_txt, (X509_NAME *a, const char *b, int c, const unsigned char *d, int e, int f, int g), (a, b, c, d, e, f, g), 0) \
    X(int, X509_add_ext, (X509 *a, X509_EXTENSION *b, int c), (a, b, c), 0) \
    X(int, X509_check_ip_asc, (X509 *a, const char *b, unsigned int c), (a, b, c), 0) \
    X(int, X509_check_private_key, (const X509 *a, const EVP_PKEY *b), (a, b), 0) \
    X(int, X509_digest, (const X509 *a, const EVP_MD *b, unsigned char *c, unsigned int *d), (a, b, c, d), 0) \
    X(void, X509_free, (X509 *a), (a), ) \
    X(const ASN1_TIME *, X509_get0_notAfter, (const X509 *a), (a), NULL) \
    X(const ASN1_TIME *, X509_get0_notBefore, (const X509 *a), (a), NULL) \
    X(void *, X509_get_ext_d2i, (const X509 *a, int b, int *c, int *d), (a, b, c, d), NULL) \
    X(ASN1_INTEGER *, X509_get_serialNumber, (X509 *a), (a), NULL) \
    X(X509_NAME *, X509_get_subject_name, (const X509 *a), (a), NULL) \
    X(ASN1_TIME *, X509_getm_notAfter, (const X509 *a), (a), NULL) \
    X(ASN1_TIME *, X509_getm_notBefore, (const X509 *a), (a), NULL) \
    X(X509 *, X509_new, (void), (), NULL) \
    X(int, X509_set_issuer_name, (X509 *a, const X509_NAME *b), (a, b), 0) \
    X(int, X509_set_pubkey, (X509 *a, EVP_PKEY *b), (a, b), 0) \
    X(int, X509_set_version, (X509 *a, long b), (a, b), 0) \
    X(int, X509_sign, (X509 *a, EVP_PKEY *b, const EVP_MD *c), (a, b, c), 0) \
    X(EVP_PKEY *, d2i_PUBKEY, (EVP_PKEY **a, const unsigned char **b, long c), (a, b, c), NULL)

LOADING_LIBRARY(crypto_problem, "libcrypto.so." OPENSSL_LIBRARY_NUMBER, FUNCTIONS)
