#include "late.h"
#include "late_libraries.h"

#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>

int late_load(struct late_library *library) {
    // Two threads may both load it: the system counts, and gives both the same handle.
    if (!library->handle) library->handle = dlopen(library->file, RTLD_NOW | RTLD_LOCAL);
    return library->handle != NULL;
}

void *late_find(struct late_library *library, const char *name) {
    void *function = late_load(library) ? dlsym(library->handle, name) : NULL;
    if (!function) {
        fprintf(stderr, "mingle: %s has no %s\n", library->file, name);
        abort();
    }
    return function;
}

extern struct late_library late_ssl, late_crypto, late_expat, late_cares, late_idn;

const char *mingle_load_late_libraries(void) {
    struct late_library *all[] = {&late_crypto, &late_ssl, &late_expat, &late_cares, &late_idn};
    for (int index = 0; index < 5; index++)
        if (!late_load(all[index])) return all[index]->file;
    return NULL;
}
