#pragma GCC visibility push(hidden)
#include "late.h"

#include <netdb.h>
#include <ares.h>

struct late_library late_cares = {"libcares.so.2", 0};

#define CARES(result, name, parameters, arguments) LATE(late_cares, result, name, parameters, arguments)

CARES(int, ares_library_init, (int flags), (flags))
CARES(void, ares_library_cleanup, (void), ())
CARES(int, ares_init_options, (ares_channel *channel, struct ares_options *options, int mask),
      (channel, options, mask))
CARES(void, ares_destroy, (ares_channel channel), (channel))
CARES(int, ares_set_servers_ports_csv, (ares_channel channel, const char *servers), (channel, servers))
CARES(int, ares_getsock, (ares_channel channel, ares_socket_t *sockets, int count), (channel, sockets, count))
CARES(struct timeval *, ares_timeout, (ares_channel channel, struct timeval *most, struct timeval *result),
      (channel, most, result))
CARES(void, ares_process_fd, (ares_channel channel, ares_socket_t input, ares_socket_t output),
      (channel, input, output))
CARES(void, ares_query,
      (ares_channel channel, const char *name, int class, int type, ares_callback callback, void *context),
      (channel, name, class, type, callback, context))
CARES(void, ares_getaddrinfo,
      (ares_channel channel, const char *node, const char *service, const struct ares_addrinfo_hints *hints,
       ares_addrinfo_callback callback, void *context),
      (channel, node, service, hints, callback, context))
CARES(void, ares_freeaddrinfo, (struct ares_addrinfo *found), (found))
CARES(int, ares_parse_srv_reply, (const unsigned char *bytes, int count, struct ares_srv_reply **found),
      (bytes, count, found))
CARES(void, ares_free_data, (void *data), (data))
CARES(const char *, ares_strerror, (int code), (code))
