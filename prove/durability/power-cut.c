/*
 * A power cut, modelled. Preloaded into a server, this gives every file of one directory a twin in another one. A twin
 * receives bytes only when its file is synced, and a name only when the directory is synced. After the server was
 * killed the twins are what a disk would hold that had lost all it was not told to keep.
 *
 * POWER_CUT_DIRECTORY: the watched directory. POWER_CUT_TWIN: where the twins are; the files as they stood at the start
 * are copied there by whoever starts the server. Both absolute. Files that end in -shm (SQLite's shared memory, rebuilt
 * at each start) have no twin.
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <pthread.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define MOST_FILES 65536
#define REAL(name) ((typeof(&name))dlsym(RTLD_NEXT, #name))

struct range {
  off_t from, to;
};

struct twin {
  dev_t device;
  ino_t inode;
  char name[256];
  int is_named;   /* the name is durable: the twin is called so */
  int is_gone;    /* unlinked; kept for what still has it open */
  off_t smallest; /* smallest size since the last sync, -1 when it was never cut short */
  struct range *dirty;
  size_t count, room;
  struct twin *next;
};

static char directory[PATH_MAX], twins[PATH_MAX];
static size_t directory_length;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static struct twin *all;
static struct twin *by_file[MOST_FILES];
static char is_directory[MOST_FILES];

static void fail(const char *what, const char *name) {
  dprintf(2, "power-cut: %s %s: %s\n", what, name, strerror(errno));
  abort();
}

__attribute__((constructor)) static void start(void) {
  const char *watched = getenv("POWER_CUT_DIRECTORY"), *to = getenv("POWER_CUT_TWIN");
  if (!watched || !to) return;
  snprintf(directory, sizeof directory, "%s", watched);
  snprintf(twins, sizeof twins, "%s", to);
  directory_length = strlen(directory);
}

/* The name of a watched file, or NULL. */
static const char *watched_name(const char *path) {
  if (!directory_length || strncmp(path, directory, directory_length) || path[directory_length] != '/') return NULL;
  const char *name = path + directory_length + 1;
  size_t length = strlen(name);
  if (!length || length > 200 || strchr(name, '/')) return NULL;
  return length > 4 && !strcmp(name + length - 4, "-shm") ? NULL : name;
}

static void twin_path(const struct twin *twin, char *path) {
  if (twin->is_named && !twin->is_gone) snprintf(path, PATH_MAX, "%s/%s", twins, twin->name);
  else snprintf(path, PATH_MAX, "%s/.unnamed-%lu", twins, (unsigned long)twin->inode);
}

static struct twin *find_twin(int file, const char *name, int is_new) {
  struct stat status;
  if (fstat(file, &status) || !S_ISREG(status.st_mode)) return NULL;
  for (struct twin *twin = all; twin; twin = twin->next)
    if (twin->device == status.st_dev && twin->inode == status.st_ino && !twin->is_gone) return twin;
  struct twin *twin = calloc(1, sizeof *twin);
  if (!twin) fail("no memory for", name);
  twin->device = status.st_dev;
  twin->inode = status.st_ino;
  twin->smallest = -1;
  twin->is_named = !is_new;
  snprintf(twin->name, sizeof twin->name, "%s", name);
  twin->next = all;
  if (is_new) {
    char leftover[PATH_MAX];
    twin_path(twin, leftover);
    REAL(unlink)(leftover);
  }
  return all = twin;
}

static void opened(int file, const char *path, int is_new, int flags) {
  if (file < 0 || file >= MOST_FILES || !directory_length) return;
  const char *name = watched_name(path);
  pthread_mutex_lock(&lock);
  is_directory[file] = !strcmp(path, directory);
  by_file[file] = name ? find_twin(file, name, is_new) : NULL;
  if (by_file[file] && (flags & O_TRUNC)) by_file[file]->smallest = 0;
  pthread_mutex_unlock(&lock);
}

static int is_missing(const char *path) {
  return directory_length && watched_name(path) && access(path, F_OK) != 0;
}

#define OPEN(name, call, ...)                                   \
  int name(__VA_ARGS__, int flags, ...) {                       \
    mode_t mode = 0;                                            \
    if (flags & (O_CREAT | __O_TMPFILE)) {                      \
      va_list rest;                                             \
      va_start(rest, flags);                                    \
      mode = va_arg(rest, mode_t);                              \
      va_end(rest);                                             \
    }                                                           \
    int is_new = (flags & O_CREAT) && is_missing(path);         \
    int file = call;                                            \
    int error = errno;                                          \
    opened(file, path, is_new, flags);                          \
    errno = error;                                              \
    return file;                                                \
  }
OPEN(open, REAL(open)(path, flags, mode), const char *path)
OPEN(open64, REAL(open64)(path, flags, mode), const char *path)
OPEN(openat, REAL(openat)(at, path, flags, mode), int at, const char *path)
OPEN(openat64, REAL(openat64)(at, path, flags, mode), int at, const char *path)

int close(int file) {
  if (file >= 0 && file < MOST_FILES) {
    pthread_mutex_lock(&lock);
    by_file[file] = NULL;
    is_directory[file] = 0;
    pthread_mutex_unlock(&lock);
  }
  return REAL(close)(file);
}

static struct twin *twin_of(int file) {
  return file >= 0 && file < MOST_FILES ? by_file[file] : NULL;
}

static void written(int file, off_t from, ssize_t length) {
  struct twin *twin = length > 0 ? twin_of(file) : NULL;
  if (!twin) return;
  pthread_mutex_lock(&lock);
  struct range *last = twin->count ? &twin->dirty[twin->count - 1] : NULL;
  if (last && last->to == from) last->to = from + length;
  else {
    if (twin->count == twin->room) {
      twin->room = twin->room ? twin->room * 2 : 64;
      twin->dirty = realloc(twin->dirty, twin->room * sizeof *twin->dirty);
      if (!twin->dirty) fail("no memory for", twin->name);
    }
    twin->dirty[twin->count++] = (struct range){from, from + length};
  }
  pthread_mutex_unlock(&lock);
}

ssize_t pwrite(int file, const void *bytes, size_t length, off_t from) {
  ssize_t done = REAL(pwrite)(file, bytes, length, from);
  written(file, from, done);
  return done;
}

ssize_t pwrite64(int file, const void *bytes, size_t length, off64_t from) {
  ssize_t done = REAL(pwrite64)(file, bytes, length, from);
  written(file, from, done);
  return done;
}

ssize_t write(int file, const void *bytes, size_t length) {
  ssize_t done = REAL(write)(file, bytes, length);
  if (done > 0 && twin_of(file)) written(file, lseek(file, 0, SEEK_CUR) - done, done);
  return done;
}

static void resized(int file, off_t size) {
  struct twin *twin = twin_of(file);
  if (!twin) return;
  pthread_mutex_lock(&lock);
  if (twin->smallest < 0 || size < twin->smallest) twin->smallest = size;
  pthread_mutex_unlock(&lock);
}

int ftruncate(int file, off_t size) {
  int result = REAL(ftruncate)(file, size);
  if (!result) resized(file, size);
  return result;
}

int ftruncate64(int file, off64_t size) {
  int result = REAL(ftruncate64)(file, size);
  if (!result) resized(file, size);
  return result;
}

/* Brings the twin to what its file holds now. Called with the lock held, after the file was synced. */
static void copy_dirty(int file, struct twin *twin) {
  static char buffer[1 << 16];
  char path[PATH_MAX], source[64];
  struct stat status;
  twin_path(twin, path);
  snprintf(source, sizeof source, "/proc/self/fd/%d", file);
  int from = REAL(open64)(source, O_RDONLY | O_CLOEXEC, 0);
  int to = REAL(open64)(path, O_WRONLY | O_CREAT | O_CLOEXEC, 0600);
  if (from < 0 || to < 0 || fstat(from, &status)) fail("cannot open", path);
  if (twin->smallest >= 0 && REAL(ftruncate64)(to, twin->smallest)) fail("cannot cut", path);
  for (size_t index = 0; index < twin->count; index++) {
    off_t at = twin->dirty[index].from, end = twin->dirty[index].to;
    if (end > status.st_size) end = status.st_size;
    while (at < end) {
      size_t length = end - at < (off_t)sizeof buffer ? (size_t)(end - at) : sizeof buffer;
      ssize_t got = pread(from, buffer, length, at);
      if (got <= 0) break;
      if (REAL(pwrite64)(to, buffer, got, at) != got) fail("cannot write", path);
      at += got;
    }
  }
  if (REAL(ftruncate64)(to, status.st_size)) fail("cannot size", path);
  twin->count = 0;
  twin->smallest = -1;
  REAL(close)(from);
  REAL(close)(to);
}

/* The names in the directory are durable now. */
static void name_twins(void) {
  char old[PATH_MAX], new[PATH_MAX];
  for (struct twin *twin = all; twin; twin = twin->next) {
    if (!twin->is_gone || !twin->is_named) continue;
    twin->is_named = 0;
    snprintf(new, sizeof new, "%s/%s", twins, twin->name);
    if (REAL(unlink)(new) && errno != ENOENT) fail("cannot remove", new);
  }
  for (struct twin *twin = all; twin; twin = twin->next) {
    if (twin->is_gone || twin->is_named) continue;
    twin_path(twin, old);
    twin->is_named = 1;
    twin_path(twin, new);
    int file = REAL(open64)(old, O_WRONLY | O_CREAT | O_CLOEXEC, 0600);
    if (file < 0 || REAL(close)(file) || rename(old, new)) fail("cannot name", new);
  }
}

static int synced(int file, int result) {
  if (result || file < 0 || file >= MOST_FILES) return result;
  pthread_mutex_lock(&lock);
  if (is_directory[file]) name_twins();
  else if (by_file[file]) copy_dirty(file, by_file[file]);
  pthread_mutex_unlock(&lock);
  return result;
}

int fsync(int file) {
  return synced(file, REAL(fsync)(file));
}

int fdatasync(int file) {
  return synced(file, REAL(fdatasync)(file));
}

static void removed(const char *path) {
  const char *name = watched_name(path);
  if (!name) return;
  pthread_mutex_lock(&lock);
  for (struct twin *twin = all; twin; twin = twin->next)
    if (!twin->is_gone && !strcmp(twin->name, name)) twin->is_gone = 1;
  pthread_mutex_unlock(&lock);
}

int unlink(const char *path) {
  int result = REAL(unlink)(path);
  if (!result) removed(path);
  return result;
}
