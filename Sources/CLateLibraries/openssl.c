#pragma GCC visibility push(hidden)
#include "late.h"

#include <openssl/err.h>
#include <openssl/evp.h>
#include <openssl/hmac.h>
#include <openssl/rand.h>
#include <openssl/ssl.h>
#include <openssl/x509v3.h>

struct late_library late_ssl = {"libssl.so.3", 0};
struct late_library late_crypto = {"libcrypto.so.3", 0};

#define SSL_(result, name, parameters, arguments) LATE(late_ssl, result, name, parameters, arguments)
#define CRYPTO_(result, name, parameters, arguments) LATE(late_crypto, result, name, parameters, arguments)

SSL_(const SSL_METHOD *, TLS_client_method, (void), ())
SSL_(SSL_CTX *, SSL_CTX_new, (const SSL_METHOD *method), (method))
SSL_(void, SSL_CTX_free, (SSL_CTX *context), (context))
SSL_(long, SSL_CTX_ctrl, (SSL_CTX *context, int command, long number, void *value), (context, command, number, value))
SSL_(int, SSL_CTX_set_default_verify_paths, (SSL_CTX *context), (context))
SSL_(int, SSL_CTX_load_verify_locations, (SSL_CTX *context, const char *file, const char *folder),
     (context, file, folder))
SSL_(void, SSL_CTX_set_verify, (SSL_CTX *context, int mode, SSL_verify_cb callback), (context, mode, callback))
SSL_(SSL *, SSL_new, (SSL_CTX *context), (context))
SSL_(void, SSL_free, (SSL *session), (session))
SSL_(long, SSL_ctrl, (SSL *session, int command, long number, void *value), (session, command, number, value))
SSL_(void, SSL_set_bio, (SSL *session, BIO *input, BIO *output), (session, input, output))
SSL_(int, SSL_set1_host, (SSL *session, const char *name), (session, name))
SSL_(void, SSL_set_hostflags, (SSL *session, unsigned int flags), (session, flags))
SSL_(int, SSL_set_alpn_protos, (SSL *session, const unsigned char *names, unsigned int length),
     (session, names, length))
SSL_(void, SSL_set_connect_state, (SSL *session), (session))
SSL_(int, SSL_do_handshake, (SSL *session), (session))
SSL_(int, SSL_get_error, (const SSL *session, int result), (session, result))
SSL_(int, SSL_read, (SSL *session, void *bytes, int count), (session, bytes, count))
SSL_(int, SSL_write, (SSL *session, const void *bytes, int count), (session, bytes, count))
SSL_(int, SSL_shutdown, (SSL *session), (session))
SSL_(int, SSL_version, (const SSL *session), (session))
SSL_(long, SSL_get_verify_result, (const SSL *session), (session))
SSL_(size_t, SSL_get_finished, (const SSL *session, void *bytes, size_t count), (session, bytes, count))
SSL_(X509 *, SSL_get1_peer_certificate, (const SSL *session), (session))
SSL_(int, SSL_export_keying_material,
     (SSL *session, unsigned char *bytes, size_t count, const char *label, size_t length, const unsigned char *context,
      size_t size, int uses),
     (session, bytes, count, label, length, context, size, uses))

CRYPTO_(const BIO_METHOD *, BIO_s_mem, (void), ())
CRYPTO_(BIO *, BIO_new, (const BIO_METHOD *method), (method))
CRYPTO_(int, BIO_read, (BIO *bio, void *bytes, int count), (bio, bytes, count))
CRYPTO_(int, BIO_write, (BIO *bio, const void *bytes, int count), (bio, bytes, count))
CRYPTO_(size_t, BIO_ctrl_pending, (BIO *bio), (bio))
CRYPTO_(void, ERR_clear_error, (void), ())
CRYPTO_(unsigned long, ERR_get_error, (void), ())
CRYPTO_(const char *, ERR_reason_error_string, (unsigned long number), (number))
CRYPTO_(const char *, OBJ_nid2sn, (int number), (number))
CRYPTO_(const EVP_MD *, EVP_get_digestbyname, (const char *name), (name))
CRYPTO_(const EVP_MD *, EVP_sha1, (void), ())
CRYPTO_(const EVP_MD *, EVP_sha256, (void), ())
CRYPTO_(int, EVP_Digest,
        (const void *data, size_t count, unsigned char *digest, unsigned int *size, const EVP_MD *kind, ENGINE *engine),
        (data, count, digest, size, kind, engine))
CRYPTO_(unsigned char *, HMAC,
        (const EVP_MD *kind, const void *key, int length, const unsigned char *data, size_t count,
         unsigned char *digest, unsigned int *size),
        (kind, key, length, data, count, digest, size))
CRYPTO_(int, PKCS5_PBKDF2_HMAC,
        (const char *password, int length, const unsigned char *salt, int count, int rounds, const EVP_MD *kind,
         int size, unsigned char *key),
        (password, length, salt, count, rounds, kind, size, key))
CRYPTO_(int, RAND_bytes, (unsigned char *bytes, int count), (bytes, count))
CRYPTO_(int, X509_digest,
        (const X509 *certificate, const EVP_MD *kind, unsigned char *digest, unsigned int *size),
        (certificate, kind, digest, size))
CRYPTO_(void, X509_free, (X509 *certificate), (certificate))
CRYPTO_(int, X509_get_signature_info, (X509 *certificate, int *digest, int *key, int *bits, uint32_t *flags),
        (certificate, digest, key, bits, flags))
CRYPTO_(const char *, X509_verify_cert_error_string, (long number), (number))
