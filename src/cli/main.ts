import { runTracker } from './dispatch.ts';

try {
  process.exitCode = await runTracker(process.argv.slice(2));
} catch {
  // A bug, whose stack is printed: what it left behind may keep the process alive.
  process.exit(1);
}
