/* Stands between a program and the kernel (LD_PRELOAD), so that tests can make its calls fail or record them.
 *
 * A seccomp filter turns each call of the table below into a signal, whichever library makes it. The handler decides, and makes the
 * call itself.
 *
 * Failures: of the calls on paths that contain FAULT_NAME, number FAULT_AT, from 1, fails. FAULT_MODE says how:
 *   once   only that call
 *   good   that call and all later ones
 *   short  a write writes half of its bytes, and the next one fails; other calls as for once
 *   power  instead of the call, the file system FAULT_MOUNT shuts down without writing anything more, and the program is killed
 * FAULT_LOG is a file that gets a line when the first call fails.
 *
 * Records: each successful call that changes the folder RECORD_FOLDER is a line of RECORD_LOG, its words between tabs, with paths
 * from the folder; `disk.rs` reads it:
 *   open FD PATH created|there truncated|kept    dup FD NEW-FD    write FD OFFSET LENGTH, with the bytes in the next line
 *   truncate FD LENGTH    sync FD    rename FROM TO    link FROM TO    unlink PATH    mkdir PATH
 * TERM_AT=N raises SIGTERM after line N.
 *
 * Threads: THREADS=N makes every new thread fail but the first N.
 *
 * Clocks: CLOCK_YEARS=N makes the clock N years fast, from look number CLOCK_FROM. HASTE=N makes the monotonic one run N times as fast.
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <linux/filter.h>
#include <linux/fs.h>
#include <linux/seccomp.h>
#include <pthread.h>
#include <signal.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <time.h>
#include <ucontext.h>
#include <unistd.h>

enum { NONE = -1, HERE = -2 }; /* no such argument; paths from the working folder */
enum kind { OPEN, DUP, READ, WRITE, TRUNCATE, SYNC, RENAME, LINK, UNLINK, MKDIR, OTHER };

static const struct call {
    long number;
    enum kind kind;
    const char *name;
    int at, path; /* the arguments that say where: the folder, and the path from it; without a path, the file in argument 0 */
    int error;
} calls[] = {
    {SYS_openat, OPEN, "open", 0, 1, EIO},
    {SYS_dup, DUP, "dup", NONE, NONE, EIO},
    {SYS_fcntl, DUP, "dup", NONE, NONE, EIO},
    {SYS_read, READ, "read", NONE, NONE, EIO},
    {SYS_pread64, READ, "read", NONE, NONE, EIO},
    {SYS_write, WRITE, "write", NONE, NONE, ENOSPC},
    {SYS_lseek, OTHER, "lseek", NONE, NONE, EIO},
    {SYS_fsync, SYNC, "fsync", NONE, NONE, EIO},
    {SYS_fdatasync, SYNC, "fdatasync", NONE, NONE, EIO},
    {SYS_ftruncate, TRUNCATE, "ftruncate", NONE, NONE, EIO},
    {SYS_fchmod, OTHER, "fchmod", NONE, NONE, EIO},
    {SYS_flock, OTHER, "flock", NONE, NONE, ENOLCK},
    {SYS_statx, OTHER, "statx", 0, 1, EIO},
    {SYS_newfstatat, OTHER, "statx", 0, 1, EIO},
    {SYS_fstat, OTHER, "statx", NONE, NONE, EIO},
    {SYS_renameat, RENAME, "rename", 2, 3, EIO},
    {SYS_renameat2, RENAME, "rename", 2, 3, EIO},
    {SYS_linkat, LINK, "link", 2, 3, EIO},
    {SYS_unlinkat, UNLINK, "unlink", 0, 1, EIO},
    {SYS_mkdirat, MKDIR, "mkdir", 0, 1, EIO},
#ifdef SYS_open /* not on newer architectures */
    {SYS_open, OPEN, "open", HERE, 0, EIO},
    {SYS_rename, RENAME, "rename", HERE, 1, EIO},
    {SYS_link, LINK, "link", HERE, 1, EIO},
    {SYS_unlink, UNLINK, "unlink", HERE, 0, EIO},
    {SYS_mkdir, MKDIR, "mkdir", HERE, 0, EIO},
#endif
};
enum { CALLS = sizeof calls / sizeof *calls, MOST_FILES = 4096 };

static char attacked[MOST_FILES], recorded[MOST_FILES];
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER; /* so that counts and lines have the order of the calls */

/* In argument 5, which no call of the table has: the filter passes it. */
#define PASS 0x6b6e6967
#define KERNEL(number, ...) kernel(number, (long[5]){__VA_ARGS__})

/* Makes a call; gives its result, negative for an error. */
static long kernel(long number, const long *arguments) {
    const long *a = arguments;
    long result = syscall(number, a[0], a[1], a[2], a[3], a[4], (long)PASS);
    return result < 0 ? -errno : result;
}

static int is_in(const char *files, int fd) { return fd >= 0 && fd < MOST_FILES && files[fd]; }

static void mark(char *files, int fd, int is_marked) {
    if (fd >= 0 && fd < MOST_FILES) files[fd] = is_marked;
}

/* --- failures --- */

static void power_off(void) {
    int fd = KERNEL(SYS_openat, AT_FDCWD, (long)getenv("FAULT_MOUNT"), O_RDONLY);
    unsigned without_the_log = 2; /* FS_IOC_SHUTDOWN of ext4 and xfs, with FSOP_GOING_FLAGS_NOLOGFLUSH */
    if (ioctl(fd, _IOR('X', 125, unsigned), &without_the_log)) abort();
    kill(getpid(), SIGKILL);
    pause();
}

static void tell(const char *call) {
    const char *path = getenv("FAULT_LOG");
    int log = path ? KERNEL(SYS_openat, AT_FDCWD, (long)path, O_WRONLY | O_CREAT | O_APPEND, 0644) : -1;
    if (log < 0) return;
    KERNEL(SYS_write, log, (long)call, strlen(call));
    KERNEL(SYS_write, log, (long)"\n", 1);
    close(log);
}

/* Whether this call fails; 2 for a short write. To be called with the mutex. */
static int fails(const struct call *call) {
    static long number;
    static int armed; /* the next write fails, after a short one */
    const char *at_text = getenv("FAULT_AT"), *mode = getenv("FAULT_MODE");
    if (!at_text || !mode) return 0;
    long at = atol(at_text);
    int result = 0;
    number++;
    if (armed && call->kind == WRITE) {
        armed = 0;
        result = 1;
    } else if (number == at) {
        tell(call->name);
        if (!strcmp(mode, "power")) power_off();
        armed = !strcmp(mode, "short") && call->kind == WRITE;
        result = 1 + armed;
    } else if (number > at && !strcmp(mode, "good")) {
        result = 1;
    }
    return result;
}

/* --- records --- */

/* Puts the path from RECORD_FOLDER into `text`, empty for the folder itself; null for one elsewhere. */
static const char *inside(int at, const char *path, char text[PATH_MAX * 2]) {
    const char *folder = getenv("RECORD_FOLDER");
    if (!folder || !path) return NULL;
    char base[PATH_MAX] = "", whole[PATH_MAX * 2];
    if (*path != '/') {
        char link[64];
        snprintf(link, sizeof link, at == AT_FDCWD ? "/proc/self/cwd" : "/proc/self/fd/%d", at);
        if (readlink(link, base, sizeof base - 1) < 0) return NULL;
    }
    /* Without the parts that lead nowhere: `//`, `/.` */
    snprintf(whole, sizeof whole, "%s/%s/", base, path);
    size_t length = 0;
    for (char *from = whole; *from;) {
        if (from[0] == '/' && from[1] == '/') from++;
        else if (from[0] == '/' && from[1] == '.' && from[2] == '/') from += 2;
        else text[length++] = *from++;
    }
    text[length - 1] = 0; /* instead of the last slash */
    size_t prefix = strlen(folder);
    if (strncmp(text, folder, prefix) || (text[prefix] && text[prefix] != '/')) return NULL;
    return text + prefix + (text[prefix] == '/');
}

/* To be called with the mutex. */
static void record(const void *bytes, long count, const char *format, ...) {
    static long log = -1, lines;
    if (log < 0) log = KERNEL(SYS_openat, AT_FDCWD, (long)getenv("RECORD_LOG"), O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0644);
    char line[PATH_MAX * 5];
    va_list values;
    va_start(values, format);
    int length = vsnprintf(line, sizeof line, format, values);
    va_end(values);
    line[length++] = '\n';
    struct iovec parts[] = {{line, length}, {(void *)bytes, count}, {"\n", 1}};
    if (writev(log, parts, bytes ? 3 : 1) != length + (bytes ? count + 1 : 0)) abort();
    const char *term = getenv("TERM_AT");
    if (term && ++lines == atol(term)) raise(SIGTERM);
}

static void record_call(const struct call *call, const long *a, const char *path, int existed, long result) {
    char text[PATH_MAX * 2];
    int from_at = call->at == HERE ? AT_FDCWD : (int)a[0];
    const char *from = (const char *)(call->at == HERE ? a[0] : a[1]);
    switch (call->kind) {
    case OPEN: {
        int flags = a[call->path + 1];
        const char *truncated = flags & O_TRUNC ? "truncated" : "kept";
        record(NULL, 0, "open\t%ld\t%s\t%s\t%s", result, path, existed ? "there" : "created", truncated);
        break;
    }
    case DUP: record(NULL, 0, "dup\t%ld\t%ld", a[0], result); break;
    case WRITE: {
        long end = KERNEL(SYS_lseek, a[0], 0, SEEK_CUR);
        record((const void *)a[1], result, "write\t%ld\t%ld\t%ld", a[0], end - result, result);
        break;
    }
    case TRUNCATE: record(NULL, 0, "truncate\t%ld\t%ld", a[0], a[1]); break;
    case SYNC: record(NULL, 0, "sync\t%ld", a[0]); break;
    case RENAME: record(NULL, 0, "rename\t%s\t%s", inside(from_at, from, text), path); break;
    case LINK: record(NULL, 0, "link\t%s\t%s", inside(from_at, from, text), path); break;
    case UNLINK: record(NULL, 0, "unlink\t%s", path); break;
    case MKDIR: record(NULL, 0, "mkdir\t%s", path); break;
    case READ:
    case OTHER: break;
    }
}

/* --- each call --- */

static long decide(const struct call *call, long *a) {
    int at = call->at == HERE ? AT_FDCWD : call->at == NONE ? 0 : (int)a[call->at]; /* the other half of the argument can be anything */
    const char *path = call->path == NONE ? NULL : (const char *)a[call->path];
    if (path && !*path) path = NULL; /* statx of an open file */
    if (call->kind == DUP && call->number == SYS_fcntl && a[1] != F_DUPFD && a[1] != F_DUPFD_CLOEXEC)
        return kernel(call->number, a);

    const char *name = getenv("FAULT_NAME");
    int is_attacked = path ? name && strstr(path, name) : is_in(attacked, a[0]);
    int how = is_attacked && call->kind != DUP ? fails(call) : 0;
    if (how == 1) return -call->error;
    if (how == 2) a[2] = (a[2] + 1) / 2;

    char text[PATH_MAX * 2];
    const char *inner = path ? inside(at, path, text) : NULL;
    struct stat there;
    int existed = call->kind == OPEN && inner && !KERNEL(SYS_newfstatat, at, (long)path, (long)&there, 0);
    long result = kernel(call->number, a);
    if (call->kind == OPEN || call->kind == DUP) {
        mark(attacked, result, is_attacked);
        mark(recorded, result, path ? inner != NULL : is_in(recorded, a[0]));
    }
    if (result >= 0 && (path ? inner != NULL : is_in(recorded, a[0]))) record_call(call, a, inner, existed, result);
    return result;
}

static void trapped(int signal, siginfo_t *info, void *context) {
    (void)signal;
    mcontext_t *machine = &((ucontext_t *)context)->uc_mcontext;
    int before = errno;
#ifdef __x86_64__
    greg_t *r = machine->gregs;
    long a[5] = {r[REG_RDI], r[REG_RSI], r[REG_RDX], r[REG_R10], r[REG_R8]};
#else
    unsigned long long *r = machine->regs;
    long a[5] = {r[0], r[1], r[2], r[3], r[4]};
#endif
    const struct call *call = calls;
    while (call->number != info->si_syscall) call++;
    /* A read may wait for a signal, and others must not wait for it. */
    int waits = call->kind == READ && !is_in(attacked, a[0]);
    if (!waits) pthread_mutex_lock(&mutex);
    long result = waits ? kernel(call->number, a) : decide(call, a);
    if (!waits) pthread_mutex_unlock(&mutex);
#ifdef __x86_64__
    r[REG_RAX] = result;
#else
    r[0] = result;
#endif
    errno = before;
}

__attribute__((constructor)) static void begin(void) {
    struct sigaction action = {.sa_sigaction = trapped, .sa_flags = SA_SIGINFO | SA_NODEFER | SA_RESTART};
    sigaction(SIGSYS, &action, NULL);
    struct sock_filter filter[CALLS + 5], *next = filter;
    *next++ = (struct sock_filter)BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, args[5]));
    *next++ = (struct sock_filter)BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, PASS, CALLS + 1, 0);
    *next++ = (struct sock_filter)BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, nr));
    for (int i = 0; i < CALLS; i++)
        *next++ = (struct sock_filter)BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, calls[i].number, CALLS - i, 0);
    *next++ = (struct sock_filter)BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW);
    *next++ = (struct sock_filter)BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_TRAP);
    struct sock_fprog program = {next - filter, filter};
    if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) || prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program)) abort();
}

int clock_gettime(clockid_t clock, struct timespec *time) {
    static long begun;
    const long second = 1000000000;
    int result = ((__typeof__(&clock_gettime))dlsym(RTLD_NEXT, "clock_gettime"))(clock, time);
    const char *haste = getenv("HASTE");
    const char *years = getenv("CLOCK_YEARS"), *from = getenv("CLOCK_FROM");
    static long looks;
    if (clock == CLOCK_REALTIME && years && ++looks >= (from ? atol(from) : 1)) time->tv_sec += atol(years) * 31556952;
    if (clock == CLOCK_MONOTONIC && haste) {
        if (!begun) begun = time->tv_sec; /* by the first thread, before there are others */
        long passed = ((time->tv_sec - begun) * second + time->tv_nsec) * atol(haste);
        time->tv_sec = begun + passed / second;
        time->tv_nsec = passed % second;
    }
    return result;
}

int pthread_create(pthread_t *thread, const pthread_attr_t *attributes, void *(*begin)(void *), void *argument) {
    static long threads;
    const char *most = getenv("THREADS");
    if (most && __sync_add_and_fetch(&threads, 1) > atol(most)) return EAGAIN;
    return ((__typeof__(&pthread_create))dlsym(RTLD_NEXT, "pthread_create"))(thread, attributes, begin, argument);
}
