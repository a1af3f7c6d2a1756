import { type DestinationStream, pino } from 'pino';

/** How long a process that ends waits for somebody to read its last lines, in milliseconds. */
const patienceMs = 2_000;

/** Lines that nobody has read yet are kept up to here; beyond it the newest are dropped. */
const maxUnreadBytes = 8 * 1024 * 1024;

/** There is one standard output. */
let isEnding = false;

/** Standard output, written to as it is read. */
export function openLogOutput(): DestinationStream {
  let left = -1;
  let since = 0;
  const output = pino.destination({
    // A worker has none.
    fd: process.stdout.fd ?? 1,
    sync: false,
    maxLength: maxUnreadBytes,
    // It is full: try again in a moment.
    retryEAGAIN(_error, writing, rest) {
      if (!isEnding) return true;
      if (writing + rest !== left) since = performance.now();
      left = writing + rest;
      return performance.now() - since < patienceMs;
    },
  });
  output.on('error', ({ code }: NodeJS.ErrnoException) => {
    // Nobody has read anything for so long: what is left is dropped, also when the process exits.
    if (code === 'EAGAIN') Object.assign(output, { write: () => true, flush: ignore, flushSync: ignore, end: ignore });
  });
  return output;
}

/** Called when the server has stopped: from now on lines that nobody reads keep the process alive for two seconds at most. */
export function endLogOutput(): void {
  isEnding = true;
}

function ignore(): void {
  // Written to nobody.
}
