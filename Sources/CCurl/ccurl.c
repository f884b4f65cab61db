// C because libcurl's options are set by a variadic function, and because it is loaded at run time.
#include "ccurl.h"

#include <arpa/inet.h>
#include <curl/curl.h>
#include <dlfcn.h>
#include <pthread.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#undef curl_easy_setopt
#undef curl_easy_getinfo

static struct {
    CURLcode (*global_init)(long);
    CURL *(*init)(void);
    CURLcode (*setopt)(CURL *, CURLoption, ...);
    CURLcode (*perform)(CURL *);
    CURLcode (*getinfo)(CURL *, CURLINFO, ...);
    void (*cleanup)(CURL *);
    const char *(*error)(CURLcode);
    struct curl_slist *(*append)(struct curl_slist *, const char *);
    void (*free_all)(struct curl_slist *);
    int is_loaded;
} curl;

static void load(void) {
    void *library = dlopen("libcurl.so.4", RTLD_NOW | RTLD_LOCAL);
    if (!library) return;
    curl.global_init = (CURLcode(*)(long))dlsym(library, "curl_global_init");
    curl.init = (CURL * (*)(void)) dlsym(library, "curl_easy_init");
    curl.setopt = (CURLcode(*)(CURL *, CURLoption, ...))dlsym(library, "curl_easy_setopt");
    curl.perform = (CURLcode(*)(CURL *))dlsym(library, "curl_easy_perform");
    curl.getinfo = (CURLcode(*)(CURL *, CURLINFO, ...))dlsym(library, "curl_easy_getinfo");
    curl.cleanup = (void (*)(CURL *))dlsym(library, "curl_easy_cleanup");
    curl.error = (const char *(*)(CURLcode))dlsym(library, "curl_easy_strerror");
    curl.append = (struct curl_slist * (*)(struct curl_slist *, const char *)) dlsym(library, "curl_slist_append");
    curl.free_all = (void (*)(struct curl_slist *))dlsym(library, "curl_slist_free_all");
    curl.is_loaded = curl.global_init && curl.init && curl.setopt && curl.perform && curl.getinfo && curl.cleanup
        && curl.error && curl.append && curl.free_all && curl.global_init(CURL_GLOBAL_DEFAULT) == CURLE_OK;
}

typedef struct {
    const mingle_transfer *transfer;
    int is_refused;
} state;

static size_t receive(char *bytes, size_t size, size_t count, void *context) {
    const mingle_transfer *transfer = ((state *)context)->transfer;
    return transfer->received(transfer->context, (const uint8_t *)bytes, size * count) == 0 ? size * count : 0;
}

static size_t send_some(char *bytes, size_t size, size_t count, void *context) {
    const mingle_transfer *transfer = ((state *)context)->transfer;
    long some = transfer->provided(transfer->context, (uint8_t *)bytes, size * count);
    return some < 0 ? CURL_READFUNC_ABORT : (size_t)some;
}

/// The one place where a connection is made: names that lead to a private address end here, also after a redirect.
static curl_socket_t open_socket(void *context, curlsocktype purpose, struct curl_sockaddr *address) {
    state *state = context;
    const mingle_transfer *transfer = state->transfer;
    int is_allowed = 0;
    if (address->family == AF_INET) {
        const struct sockaddr_in *internet = (const struct sockaddr_in *)&address->addr;
        is_allowed = transfer->allowed(transfer->context, (const uint8_t *)&internet->sin_addr, 4);
    } else if (address->family == AF_INET6) {
        const struct sockaddr_in6 *internet = (const struct sockaddr_in6 *)&address->addr;
        is_allowed = transfer->allowed(transfer->context, (const uint8_t *)&internet->sin6_addr, 16);
    }
    if (purpose != CURLSOCKTYPE_IPCXN || !is_allowed) {
        state->is_refused = 1;
        return CURL_SOCKET_BAD;
    }
    return socket(address->family, address->socktype | SOCK_CLOEXEC, address->protocol);
}

static int progress(void *context, curl_off_t expected, curl_off_t received, curl_off_t to_send, curl_off_t sent) {
    (void)to_send;
    const mingle_transfer *transfer = ((state *)context)->transfer;
    return transfer->progressed(transfer->context, received, expected, sent);
}

static enum mingle_end end_of(CURLcode code, const state *state) {
    if (state->is_refused && code != CURLE_OK) return MINGLE_BAD_ADDRESS;
    switch (code) {
    case CURLE_OK: return MINGLE_DONE;
    case CURLE_UNSUPPORTED_PROTOCOL:
    case CURLE_URL_MALFORMAT: return MINGLE_BAD_ADDRESS;
    case CURLE_TOO_MANY_REDIRECTS: return MINGLE_TOO_MANY_REDIRECTS;
    case CURLE_OPERATION_TIMEDOUT: return MINGLE_TOO_SLOW;
    case CURLE_WRITE_ERROR:
    case CURLE_ABORTED_BY_CALLBACK: return MINGLE_STOPPED;
    case CURLE_PEER_FAILED_VERIFICATION:
    case CURLE_SSL_CACERT_BADFILE: return MINGLE_NOT_VERIFIED;
    default: return MINGLE_FAILED;
    }
}

static void set_up(CURL *handle, const mingle_transfer *transfer, state *state) {
    curl.setopt(handle, CURLOPT_URL, transfer->url);
    curl.setopt(handle, CURLOPT_PROTOCOLS_STR, transfer->allows_plain ? "http,https" : "https");
    curl.setopt(handle, CURLOPT_REDIR_PROTOCOLS_STR, transfer->allows_plain ? "http,https" : "https");
    curl.setopt(handle, CURLOPT_FOLLOWLOCATION, 1L);
    curl.setopt(handle, CURLOPT_MAXREDIRS, transfer->redirects);
    curl.setopt(handle, CURLOPT_NOSIGNAL, 1L);
    if (transfer->provided) {
        // How long a file takes depends on the line: what counts is that something goes on.
        curl.setopt(handle, CURLOPT_LOW_SPEED_LIMIT, 1L);
        curl.setopt(handle, CURLOPT_LOW_SPEED_TIME, (transfer->milliseconds + 999) / 1000);
    } else {
        curl.setopt(handle, CURLOPT_TIMEOUT_MS, transfer->milliseconds);
    }
    curl.setopt(handle, CURLOPT_CONNECTTIMEOUT_MS, transfer->milliseconds < 10000 ? transfer->milliseconds : 10000L);
    // What a proxy connects to cannot be looked at.
    curl.setopt(handle, CURLOPT_PROXY, "");
    curl.setopt(handle, CURLOPT_USERAGENT, "mingle");
    curl.setopt(handle, CURLOPT_OPENSOCKETFUNCTION, open_socket);
    curl.setopt(handle, CURLOPT_OPENSOCKETDATA, state);
    curl.setopt(handle, CURLOPT_WRITEFUNCTION, receive);
    curl.setopt(handle, CURLOPT_WRITEDATA, state);
    curl.setopt(handle, CURLOPT_NOPROGRESS, 0L);
    curl.setopt(handle, CURLOPT_XFERINFOFUNCTION, progress);
    curl.setopt(handle, CURLOPT_XFERINFODATA, state);
    if (transfer->authorities) {
        curl.setopt(handle, CURLOPT_CAINFO, transfer->authorities);
        // Else the system's folder would be believed besides.
        curl.setopt(handle, CURLOPT_CAPATH, NULL);
    }
    if (transfer->provided) {
        curl.setopt(handle, CURLOPT_UPLOAD, 1L);
        curl.setopt(handle, CURLOPT_INFILESIZE_LARGE, (curl_off_t)transfer->upload_size);
        curl.setopt(handle, CURLOPT_READFUNCTION, send_some);
        curl.setopt(handle, CURLOPT_READDATA, state);
    }
}

mingle_outcome mingle_perform(const mingle_transfer *transfer) {
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    pthread_once(&once, load);
    mingle_outcome outcome = { MINGLE_NO_LIBRARY, 0, "" };
    CURL *handle = curl.is_loaded ? curl.init() : NULL;
    if (!handle) return outcome;

    state state = { transfer, 0 };
    set_up(handle, transfer, &state);
    struct curl_slist *headers = NULL;
    for (size_t index = 0; index < transfer->header_count; index++) {
        headers = curl.append(headers, transfer->headers[index]);
    }
    curl.setopt(handle, CURLOPT_HTTPHEADER, headers);
    CURLcode code = curl.perform(handle);
    curl.getinfo(handle, CURLINFO_RESPONSE_CODE, &outcome.status);
    outcome.end = end_of(code, &state);
    strncpy(outcome.message, curl.error(code), sizeof outcome.message - 1);
    curl.free_all(headers);
    curl.cleanup(handle);
    return outcome;
}
