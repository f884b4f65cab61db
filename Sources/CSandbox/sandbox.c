// C because prctl is variadic and a filter is a table of macros.
#define _GNU_SOURCE
#include "sandbox.h"

#include <errno.h>
#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <stddef.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <unistd.h>

#if defined(__x86_64__)
#define ARCHITECTURE AUDIT_ARCH_X86_64
#elif defined(__aarch64__)
#define ARCHITECTURE AUDIT_ARCH_AARCH64
#endif

#define LOAD(field) BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, field))
#define ALLOW(call) \
    BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, __NR_##call, 0, 1), BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW)
#define KILL BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_KILL_PROCESS)

static int limit(int resource, rlim_t most) {
    struct rlimit value = { most, most };
    return setrlimit(resource, &value) == 0 ? 0 : errno;
}

int mingle_confine(void) {
#ifndef ARCHITECTURE
    return ENOSYS;
#else
    // What the parent has open is nothing that a decoder needs. Kernels before 5.9 do not know the call.
    syscall(__NR_close_range, 3u, ~0u, 0u);
    // No file can be opened, so the only one that can grow is one that standard output was led to.
    struct { int resource; rlim_t most; } limits[] = {
        { RLIMIT_AS, 768u << 20 }, { RLIMIT_CPU, 5 }, { RLIMIT_FSIZE, 128u << 20 }, { RLIMIT_NOFILE, 3 },
        { RLIMIT_NPROC, 0 }, { RLIMIT_CORE, 0 },
    };
    for (size_t index = 0; index < sizeof limits / sizeof *limits; index++) {
        int error = limit(limits[index].resource, limits[index].most);
        if (error) return error;
    }
    if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0) return errno;

    struct sock_filter filter[] = {
        // Numbers mean other calls on another architecture, such as 32-bit calls of a 64-bit process.
        LOAD(arch), BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, ARCHITECTURE, 1, 0), KILL,
        LOAD(nr),
        ALLOW(read), ALLOW(write), ALLOW(brk), ALLOW(mmap), ALLOW(munmap), ALLOW(mremap), ALLOW(madvise),
        ALLOW(exit), ALLOW(exit_group), ALLOW(rt_sigreturn), ALLOW(futex), ALLOW(clock_gettime), ALLOW(getrandom),
        KILL,
    };
    struct sock_fprog program = { sizeof filter / sizeof *filter, filter };
    return prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program, 0, 0) == 0 ? 0 : errno;
#endif
}
