import type { Logger } from '../../src/lib/log.ts';

/** A logger for a process of the simulation: an error in the log is a bug, and is thrown at the end of the step. */
export function bugLogger(onBug: (error: unknown) => void): Logger {
  const ignore = () => undefined;
  const error = (...given: readonly unknown[]) => {
    const [detail, message] = given;
    const err = typeof detail === 'object' && detail !== null && 'err' in detail ? detail.err : detail;
    onBug(err ?? message);
  };
  return { level: 'error', trace: ignore, debug: ignore, info: ignore, warn: ignore, error, fatal: error } as Logger;
}
