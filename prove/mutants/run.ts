import { spawn } from 'node:child_process';
import { once } from 'node:events';

/** What became of a command. */
export interface Ran {
  /** `hung`: it did not end in time, or printed nothing for too long. */
  readonly end: 'passed' | 'failed' | 'hung' | 'stopped';
  readonly seconds: number;
  /** The last of what it printed. */
  readonly said: string;
}

export interface RunOptions {
  readonly folder: string;
  readonly env?: Readonly<Record<string, string>>;
  /** How long it may take, in milliseconds. */
  readonly limitMs: number;
  /** Gets each line of standard output; returns whether enough was seen: then the command is stopped. */
  readonly onLine?: (line: string) => boolean;
}

const keptLength = 20_000;

/** Runs this program by the same Node in a process group of its own, which is ended with it. */
export async function runNode(words: readonly string[], { folder, env, limitMs, onLine }: RunOptions): Promise<Ran> {
  const beganAt = performance.now();
  let end: Ran['end'] | null = null;
  let said = '';
  let rest = '';
  const child = spawn(process.execPath, words, {
    cwd: folder,
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, ...env },
  });
  const stop = (why: Ran['end']) => {
    end ??= why;
    endGroup(child.pid);
  };
  const onExit = () => endGroup(child.pid);
  process.once('exit', onExit);
  const limit = setTimeout(() => stop('hung'), limitMs);
  child.stdout.setEncoding('utf8').on('data', (part: string) => {
    said = (said + part).slice(-keptLength);
    if (onLine === undefined) return;
    const lines = (rest + part).split('\n');
    rest = lines.pop() ?? '';
    if (lines.some((line) => onLine(line))) stop('stopped');
  });
  child.stderr.setEncoding('utf8').on('data', (part: string) => {
    said = (said + part).slice(-keptLength);
  });
  // Not `close`: what a test has left behind may hold the output open for ever.
  const [code] = await once(child, 'exit');
  clearTimeout(limit);
  process.off('exit', onExit);
  endGroup(child.pid);
  return { end: end ?? (code === 0 ? 'passed' : 'failed'), seconds: (performance.now() - beganAt) / 1_000, said };
}

function endGroup(pid: number | undefined): void {
  if (pid === undefined) return;
  try {
    process.kill(-pid, 'SIGKILL');
  } catch {
    // It has ended by itself.
  }
}
