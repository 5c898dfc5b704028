/* Loaded before libc (LD_PRELOAD), it sees what a process does to the files of one database, and can make it fail.
   Written by hand; tests/server/shim.py compiles it.

   TEFUDA_SHIM_FILES  the path of the database: it concerns all files whose path begins so, and their folder
   TEFUDA_SHIM_LOG    where each call is written down, together with what it wrote; nowhere if not set

   While there is a file named like the database with ".eio" at the end, every sync fails; with ".enospc", every write.
   A record of the log is: what happened (c created, w written, t truncated, s synced, f failed to sync, u unlinked),
   the length of the path, the offset or size, the length of the data; then the path and the data. */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <pthread.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <unistd.h>

static pthread_mutex_t one = PTHREAD_MUTEX_INITIALIZER; /* a call and its record are one */
static const char *files;
static int log_fd = -1;

__attribute__((constructor)) static void begin(void) {
    files = getenv("TEFUDA_SHIM_FILES");
    const char *log = getenv("TEFUDA_SHIM_LOG");
    if (log)
        log_fd = syscall(SYS_openat, AT_FDCWD, log, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0600);
}

static int concerns(const char *path) {
    if (!files)
        return 0;
    const char *slash = strrchr(files, '/');
    size_t folder = slash ? (size_t)(slash - files) : 0;
    return !strncmp(path, files, strlen(files)) || (strlen(path) == folder && !strncmp(path, files, folder));
}

static int concerns_fd(int fd, char path[PATH_MAX]) {
    char link[32];
    snprintf(link, sizeof link, "/proc/self/fd/%d", fd);
    ssize_t length = readlink(link, path, PATH_MAX - 1);
    if (length < 0)
        return 0;
    path[length] = 0;
    return concerns(path);
}

static int told_to_fail(const char *how) {
    char path[PATH_MAX];
    snprintf(path, sizeof path, "%s%s", files, how);
    return !syscall(SYS_faccessat, AT_FDCWD, path, F_OK);
}

static void note(char what, const char *path, uint64_t offset, const void *data, uint64_t length) {
    struct __attribute__((packed)) {
        char what;
        uint16_t path;
        uint64_t offset, length;
    } head = {what, (uint16_t)strlen(path), offset, length};
    struct iovec parts[] = {{&head, sizeof head}, {(void *)path, strlen(path)}, {(void *)data, length}};
    if (log_fd >= 0 && syscall(SYS_writev, log_fd, parts, 3) < 0)
        abort();
}

static ssize_t put(int fd, const void *data, size_t length, off_t offset, int at_offset) {
    char path[PATH_MAX];
    int saved = errno, mine = concerns_fd(fd, path);
    errno = saved;
    if (!mine)
        return at_offset ? syscall(SYS_pwrite64, fd, data, length, offset) : syscall(SYS_write, fd, data, length);
    if (told_to_fail(".enospc")) {
        errno = ENOSPC;
        return -1;
    }
    errno = saved;
    pthread_mutex_lock(&one);
    if (!at_offset)
        offset = lseek(fd, 0, SEEK_CUR);
    ssize_t done = at_offset ? syscall(SYS_pwrite64, fd, data, length, offset) : syscall(SYS_write, fd, data, length);
    if (done > 0)
        note('w', path, offset, data, done);
    pthread_mutex_unlock(&one);
    return done;
}

static int sync_one(long call, int fd) {
    char path[PATH_MAX];
    if (!concerns_fd(fd, path))
        return syscall(call, fd);
    pthread_mutex_lock(&one);
    int failed = told_to_fail(".eio");
    int done = failed ? -1 : syscall(call, fd);
    note(done ? 'f' : 's', path, 0, "", 0);
    pthread_mutex_unlock(&one);
    errno = failed ? EIO : errno;
    return done;
}

ssize_t write(int fd, const void *data, size_t length) { return put(fd, data, length, 0, 0); }
ssize_t pwrite(int fd, const void *data, size_t length, off_t offset) { return put(fd, data, length, offset, 1); }
ssize_t pwrite64(int fd, const void *data, size_t length, off_t offset) { return put(fd, data, length, offset, 1); }
int fsync(int fd) { return sync_one(SYS_fsync, fd); }
int fdatasync(int fd) { return sync_one(SYS_fdatasync, fd); }

int ftruncate(int fd, off_t size) {
    char path[PATH_MAX];
    int mine = concerns_fd(fd, path);
    pthread_mutex_lock(&one);
    int done = syscall(SYS_ftruncate, fd, size);
    if (!done && mine)
        note('t', path, size, "", 0);
    pthread_mutex_unlock(&one);
    return done;
}
int ftruncate64(int fd, off_t size) { return ftruncate(fd, size); }

int unlink(const char *path) {
    pthread_mutex_lock(&one);
    int done = syscall(SYS_unlinkat, AT_FDCWD, path, 0);
    if (!done && concerns(path))
        note('u', path, 0, "", 0);
    pthread_mutex_unlock(&one);
    return done;
}

int open(const char *path, int flags, ...) {
    va_list rest;
    va_start(rest, flags);
    int mode = va_arg(rest, int);
    va_end(rest);
    pthread_mutex_lock(&one);
    int saved = errno;
    int made = (flags & O_CREAT) && concerns(path) && syscall(SYS_faccessat, AT_FDCWD, path, F_OK);
    errno = saved;
    int fd = syscall(SYS_openat, AT_FDCWD, path, flags, mode);
    if (fd >= 0 && made)
        note('c', path, 0, "", 0);
    if (fd >= 0 && (flags & O_TRUNC) && !made && concerns(path))
        note('t', path, 0, "", 0);
    pthread_mutex_unlock(&one);
    return fd;
}
int open64(const char *path, int flags, ...) {
    va_list rest;
    va_start(rest, flags);
    int mode = va_arg(rest, int);
    va_end(rest);
    return open(path, flags, mode);
}
