/* A disk that fails, for the process that this is loaded into (LD_PRELOAD): only for files whose path has ".journal"
 * or ".new" in it. `fault(kind, call, kept)` arms it: at that call, from 1, counting all that writes,
 *   1  ENOSPC: the call and all that follow find no room; a write takes half of what it is given first
 *   2  EIO: this one call fails, a write with half of it done
 *   3  the power goes: what was not flushed is lost, but for the writes whose bit is set in the first three of `kept`;
 *      where its fourth is set, the others are torn: half of each is there
 *   4  EROFS: nothing opens for writing
 * and 0 is a sound disk. `calls()` tells how many calls were counted. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { SOUND, FULL, FAILING, POWER, READ_ONLY };
enum { MOST = 64, TORN = 8 };

struct unflushed {
	int handle;
	off_t at, size; /* of the file, before */
	size_t wanted, count; /* bytes written, and how many of them were there before */
	char *before;
};

int fault_kind; /* told from outside */
static int at_call, kept, counted, pending;
static struct unflushed writes[MOST];

void fault(int what, int call, int mask) {
	fault_kind = what, at_call = call, kept = mask, counted = pending = 0;
}

int calls(void) {
	return counted;
}

static int ours(int handle) {
	char link[64], path[4096];
	snprintf(link, sizeof link, "/proc/self/fd/%d", handle);
	ssize_t length = readlink(link, path, sizeof path - 1);
	if (length < 0)
		return 0;
	path[length] = 0;
	return strstr(path, ".journal") != NULL || strstr(path, ".new") != NULL;
}

static ssize_t (*real_pwrite)(int, const void *, size_t, off_t);
static int (*real_ftruncate)(int, off_t);

__attribute__((constructor)) static void find(void) {
	real_pwrite = dlsym(RTLD_NEXT, "pwrite64");
	real_ftruncate = dlsym(RTLD_NEXT, "ftruncate64");
}

static void power_goes(void) {
	for (int one = pending - 1; one >= 0; one--) {
		struct unflushed *write = &writes[one];
		if (kept >> one & 1)
			continue;
		size_t torn = kept & TORN ? write->wanted / 2 : 0;
		if (write->count > torn)
			real_pwrite(write->handle, write->before + torn, write->count - torn, write->at + torn);
		off_t reached = write->at + (off_t)torn;
		real_ftruncate(write->handle, torn && reached > write->size ? reached : write->size);
	}
	_exit(77);
}

/* Whether this call is to fail; a write is noted first, so that it can be lost. */
static int fails(void) {
	counted++;
	if (fault_kind == POWER && counted == at_call)
		power_goes();
	return (fault_kind == FULL && counted >= at_call) || (fault_kind == FAILING && counted == at_call);
}

static void note(int handle, size_t count, off_t at) {
	struct stat stat;
	if (fault_kind != POWER || pending == MOST || fstat(handle, &stat))
		return;
	struct unflushed *write = &writes[pending++];
	*write = (struct unflushed){handle, at, stat.st_size, count, 0, calloc(1, count + 1)};
	ssize_t there = pread(handle, write->before, count, at);
	write->count = there > 0 ? (size_t)there : 0;
}

static int refused(void) {
	errno = fault_kind == FULL ? ENOSPC : EIO;
	return -1;
}

ssize_t pwrite64(int handle, const void *bytes, size_t count, off_t at) {
	if (!ours(handle))
		return real_pwrite(handle, bytes, count, at);
	if (fails()) {
		real_pwrite(handle, bytes, count / 2, at);
		return refused();
	}
	note(handle, count, at);
	return real_pwrite(handle, bytes, count, at);
}

ssize_t pwrite(int handle, const void *bytes, size_t count, off_t at) {
	return pwrite64(handle, bytes, count, at);
}

int ftruncate64(int handle, off_t size) {
	if (ours(handle)) {
		if (fails() && fault_kind == FAILING)
			return refused();
		note(handle, 0, 0);
	}
	return real_ftruncate(handle, size);
}

int ftruncate(int handle, off_t size) {
	return ftruncate64(handle, size);
}

static int flushed(int handle, const char *name) {
	int (*real)(int) = dlsym(RTLD_NEXT, name);
	if (ours(handle)) {
		if (fails())
			return refused();
		pending = 0;
	}
	return real(handle);
}

int fsync(int handle) {
	return flushed(handle, "fsync");
}

int fdatasync(int handle) {
	return flushed(handle, "fdatasync");
}

int open64(const char *path, int flags, ...) {
	va_list more;
	va_start(more, flags);
	int mode = flags & O_CREAT ? va_arg(more, int) : 0;
	va_end(more);
	if (fault_kind == READ_ONLY && (flags & O_ACCMODE) != O_RDONLY && (strstr(path, ".journal") || strstr(path, ".new"))) {
		errno = EROFS;
		return -1;
	}
	int (*real)(const char *, int, ...) = dlsym(RTLD_NEXT, "open64");
	return real(path, flags, mode);
}

int open(const char *path, int flags, ...) {
	va_list more;
	va_start(more, flags);
	int mode = flags & O_CREAT ? va_arg(more, int) : 0;
	va_end(more);
	return open64(path, flags, mode);
}

/* A process that nobody can arm from inside is armed by its environment. */
__attribute__((constructor)) static void armed(void) {
	const char *wish = getenv("FAILING_DISK");
	if (wish)
		sscanf(wish, "%d,%d,%d", &fault_kind, &at_call, &kept);
}
