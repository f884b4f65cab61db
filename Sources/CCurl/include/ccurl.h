#pragma once

#include <stddef.h>
#include <stdint.h>

/// Getting and putting by libcurl, which is loaded when it is first needed: linked, it and its thirty libraries would
/// cost every start of the program five milliseconds.

/// How a transfer ended.
enum mingle_end {
    MINGLE_DONE,
    MINGLE_NO_LIBRARY,
    MINGLE_BAD_ADDRESS,
    MINGLE_TOO_MANY_REDIRECTS,
    MINGLE_TOO_SLOW,
    MINGLE_STOPPED,
    MINGLE_NOT_VERIFIED,
    MINGLE_FAILED,
};

/// What is to be done. Everything that is pointed to stays the caller's.
typedef struct {
    const char *url;
    const char *const *headers;
    size_t header_count;
    /// Gives at most `count` of the bytes that are put: how many they are, negative to give up; NULL to get.
    long (*provided)(void *context, uint8_t *bytes, size_t count);
    int64_t upload_size;
    /// A PEM file of authorities to be believed instead of the system's, or NULL.
    const char *authorities;
    /// Whether `http:` may be used besides `https:`.
    int allows_plain;
    /// The longest time for all of it; where something is put, the longest without a byte.
    long milliseconds;
    long redirects;
    void *context;
    /// Takes bytes; 0 to go on.
    int (*received)(void *context, const uint8_t *bytes, size_t count);
    /// Whether an address may be connected to: 4 or 16 bytes, as they go over the network; 0 to refuse.
    int (*allowed)(void *context, const uint8_t *address, size_t count);
    /// Told several times a second; 0 to go on.
    int (*progressed)(void *context, int64_t received, int64_t expected, int64_t sent);
} mingle_transfer;

/// How it went.
typedef struct {
    enum mingle_end end;
    long status;
    char message[256];
} mingle_outcome;

/// Carries out a transfer; returns when it is over. May be called from several threads.
mingle_outcome mingle_perform(const mingle_transfer *transfer);
