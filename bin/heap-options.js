/**
 * They are V8's own, and come and go with it: a Node of another major version that lacks one would not start at all.
 * How the server keeps its memory small: a young generation of 2 × 8 MB instead of up to 2 × 64, a full collection when
 * the heap has grown by 15 % instead of up to fourfold, no guess that what outlived the start-up will do so for ever (a
 * request's stream would be put among the old objects), one thread for V8's own work instead of four, and WebAssembly
 * compiled once instead of twice: a flight's picture takes a tenth of a second instead of half of that, and 50 MB less.
 */
export const heapOptions = [
  '--max-semi-space-size=8',
  '--heap-growing-percent=15',
  '--no-allocation-site-pretenuring',
  '--v8-pool-size=1',
  '--liftoff-only',
];

/** One heap for all threads: what V8's compiler used once can be used again by the others (glibc, mallopt(3)). */
export const heapEnvironment = { MALLOC_ARENA_MAX: '1' };

/**
 * For a server in a private place on a shared host (`serve --place`), whose limits count each megabyte and each thread, and
 * which tracks tens of flights, not thousands: 30 to 60 MB and three threads less than with the options above. V8 prefers small code, and compiles
 * only what runs tens of thousands of times; half of libuv's threads; no thread that waits for a debugger.
 */
export const smallOptions = [
  '--optimize-for-size',
  ...heapOptions,
  '--no-maglev',
  '--invocation-count-for-turbofan=20000',
  '--disable-sigusr1',
];

/** What was freed goes back to the system at once, in pieces of 64 KiB and more (glibc, mallopt(3)). */
export const smallEnvironment = {
  ...heapEnvironment,
  MALLOC_TRIM_THRESHOLD_: '65536',
  MALLOC_MMAP_THRESHOLD_: '65536',
  UV_THREADPOOL_SIZE: '2',
};

/**
 * What a Node of this version takes at its start only, to run a command: options, and variables of the environment. None that it may
 * not know. `runs`: a `server`, a `small server` (in a private place on a shared host) or another `command`.
 */
export function startOf(runs, version = process.versions.node) {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  const isKnown = major === 24;
  // Until then Node says of SQLite that it is an experiment, in each thread.
  const quiet = isKnown && minor < 21 ? ['--disable-warning=ExperimentalWarning'] : [];
  if (runs === 'command') return { options: quiet, environment: {} };
  const [options, environment] = runs === 'server' ? [heapOptions, heapEnvironment] : [smallOptions, smallEnvironment];
  return { options: isKnown ? [...options, ...quiet] : [], environment };
}
