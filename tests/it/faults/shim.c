/* Makes the system calls of a program fail, by LD_PRELOAD: those on paths that contain FAULT_NAME.
 *
 * The call number FAULT_AT of them, from 1, fails with EIO, or with ENOSPC if it writes. FAULT_MODE says how:
 *   once   only that call
 *   good   that call and all later ones
 *   short  a write writes half of its bytes, and the next one fails; other calls as for once
 * FAULT_LOG is a file that gets a line when the first call fails. CLOCK_BACK=1 makes the clock go back a day with each look at it.
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

enum { MOST_FILES = 4096 };
static char attacked[MOST_FILES];
static long calls;
static int armed; /* the next write fails, after a short one */
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;

static int is_attacked(const char *path) {
    const char *name = getenv("FAULT_NAME");
    return name && path && strstr(path, name);
}

static int is_attacked_file(int fd) { return fd >= 0 && fd < MOST_FILES && attacked[fd]; }

static void tell(const char *call) {
    const char *path = getenv("FAULT_LOG");
    FILE *log = path ? fopen(path, "a") : NULL;
    if (!log) return;
    fprintf(log, "%s\n", call);
    fclose(log);
}

/* Whether this call fails; 2 for a short write. */
static int fails(const char *call, int writes) {
    const char *at_text = getenv("FAULT_AT"), *mode = getenv("FAULT_MODE");
    if (!at_text || !mode) return 0;
    long at = atol(at_text);
    pthread_mutex_lock(&mutex);
    long number = ++calls;
    int result = 0;
    if (armed && writes) {
        armed = 0;
        result = 1;
    } else if (number == at) {
        if (!strcmp(mode, "short") && writes) {
            armed = 1;
            result = 2;
        } else {
            result = 1;
        }
    } else if (number > at && !strcmp(mode, "good")) {
        result = 1;
    }
    pthread_mutex_unlock(&mutex);
    if (number == at) tell(call);
    return result;
}

#define NEXT(name) ((__typeof__(&name))dlsym(RTLD_NEXT, #name))

static int open_it(int (*next)(const char *, int, ...), const char *path, int flags, mode_t mode) {
    int watched = is_attacked(path);
    if (watched && fails("open", 0)) { errno = EIO; return -1; }
    int fd = next(path, flags, mode);
    if (fd >= 0 && fd < MOST_FILES) attacked[fd] = watched;
    return fd;
}

#define OPEN(name)                                                              \
    int name(const char *path, int flags, ...) {                                \
        va_list rest;                                                           \
        va_start(rest, flags);                                                  \
        mode_t mode = flags & O_CREAT ? va_arg(rest, mode_t) : 0;               \
        va_end(rest);                                                           \
        return open_it((int (*)(const char *, int, ...))dlsym(RTLD_NEXT, #name), path, flags, mode); \
    }
OPEN(open)
OPEN(open64)

int close(int fd) {
    if (is_attacked_file(fd)) attacked[fd] = 0;
    return NEXT(close)(fd);
}

ssize_t read(int fd, void *bytes, size_t count) {
    if (is_attacked_file(fd) && fails("read", 0)) { errno = EIO; return -1; }
    return NEXT(read)(fd, bytes, count);
}

ssize_t write(int fd, const void *bytes, size_t count) {
    if (is_attacked_file(fd)) {
        int how = fails("write", 1);
        if (how == 1) { errno = ENOSPC; return -1; }
        if (how == 2) count = (count + 1) / 2;
    }
    return NEXT(write)(fd, bytes, count);
}

int fsync(int fd) {
    if (is_attacked_file(fd) && fails("fsync", 0)) { errno = EIO; return -1; }
    return NEXT(fsync)(fd);
}

int fdatasync(int fd) {
    if (is_attacked_file(fd) && fails("fdatasync", 0)) { errno = EIO; return -1; }
    return NEXT(fdatasync)(fd);
}

int ftruncate64(int fd, off64_t length) {
    if (is_attacked_file(fd) && fails("ftruncate", 0)) { errno = EIO; return -1; }
    return NEXT(ftruncate64)(fd, length);
}

off64_t lseek64(int fd, off64_t offset, int whence) {
    if (is_attacked_file(fd) && fails("lseek", 0)) { errno = EIO; return -1; }
    return NEXT(lseek64)(fd, offset, whence);
}

int fchmod(int fd, mode_t mode) {
    if (is_attacked_file(fd) && fails("fchmod", 0)) { errno = EIO; return -1; }
    return NEXT(fchmod)(fd, mode);
}

int flock(int fd, int operation) {
    if (is_attacked_file(fd) && fails("flock", 0)) { errno = ENOLCK; return -1; }
    return NEXT(flock)(fd, operation);
}

int statx(int fd, const char *restrict path, int flags, unsigned mask, struct statx *restrict about) {
    const char *volatile name = path; /* null in the question of Rust's library whether there is such a call, against its declaration */
    int watched = name && *name ? is_attacked(name) : is_attacked_file(fd);
    if (watched && fails("statx", 0)) { errno = EIO; return -1; }
    return NEXT(statx)(fd, path, flags, mask, about);
}

int mkdir(const char *path, mode_t mode) {
    if (is_attacked(path) && fails("mkdir", 0)) { errno = EIO; return -1; }
    return NEXT(mkdir)(path, mode);
}

int unlink(const char *path) {
    if (is_attacked(path) && fails("unlink", 0)) { errno = EIO; return -1; }
    return NEXT(unlink)(path);
}

int rename(const char *from, const char *to) {
    if (is_attacked(to) && fails("rename", 0)) { errno = EIO; return -1; }
    return NEXT(rename)(from, to);
}

int clock_gettime(clockid_t clock, struct timespec *time) {
    static long days;
    int result = NEXT(clock_gettime)(clock, time);
    if (clock == CLOCK_REALTIME && getenv("CLOCK_BACK")) time->tv_sec -= 86400 * ++days;
    return result;
}
