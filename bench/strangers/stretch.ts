import { writeFileSync } from 'node:fs';
import { isMainThread } from 'node:worker_threads';

/**
 * Loaded into the measured server before anything else: how long its main thread ran at a stretch, in ms of its own processor
 * time, since it was asked last by SIGUSR2. A timer comes between any two rounds of the event loop.
 */
const file = process.env.TRACKER_BENCH_STRETCH;
if (isMainThread && file !== undefined) {
  const usedMs = () => {
    const { user, system } = process.threadCpuUsage();
    return (user + system) / 1_000;
  };
  let [longest, last] = [0, usedMs()];
  setInterval(() => {
    const used = usedMs();
    longest = Math.max(longest, used - last);
    last = used;
  }, 1).unref();
  process.on('SIGUSR2', () => {
    writeFileSync(file, `${longest}\n`);
    longest = 0;
  });
}
