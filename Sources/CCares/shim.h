#include <netdb.h>
#include <ares.h>
