#pragma GCC visibility push(hidden)
#include "late.h"

#include <idn-free.h>
#include <idna.h>
#include <stringprep.h>

struct late_library late_idn = {"libidn.so.12", 0};

LATE(late_idn, int, idna_to_ascii_8z, (const char *input, char **output, int flags), (input, output, flags))
LATE(late_idn, int, stringprep_profile,
     (const char *input, char **output, const char *profile, Stringprep_profile_flags flags),
     (input, output, profile, flags))
LATE(late_idn, void, idn_free, (void *memory), (memory))
