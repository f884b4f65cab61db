#include <openssl/ssl.h>
#include <openssl/err.h>
#include <openssl/evp.h>
#include <openssl/hmac.h>
#include <openssl/rand.h>
#include <openssl/x509v3.h>

// These are macros with casts, which Swift does not import.
static inline long mingle_set_server_name(SSL *session, const char *name) {
    return SSL_set_tlsext_host_name(session, name);
}
static inline long mingle_set_oldest_version(SSL_CTX *context) {
    return SSL_CTX_set_min_proto_version(context, TLS1_2_VERSION);
}
static inline const EVP_MD *mingle_digest_by_nid(int nid) {
    return EVP_get_digestbynid(nid);
}
