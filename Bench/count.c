/* Counts memory allocations for `mingle-bench layout`: preload it, and the program finds `allocation_count`. */
#include <stddef.h>

extern void *__libc_malloc(size_t);
extern void *__libc_realloc(void *, size_t);
static long count;

long allocation_count(void) { return count; }
void *malloc(size_t size) { count++; return __libc_malloc(size); }
void *realloc(void *block, size_t size) { count++; return __libc_realloc(block, size); }
