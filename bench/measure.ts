import { readdirSync, readFileSync } from 'node:fs';

/** Clock ticks a second in `/proc/…/stat`; 100 on every Linux that Node runs on. */
const ticksPerSecond = 100;

/** CPU seconds that a process has used, all threads together. */
export function cpuSeconds(pid: number): number {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return (Number(fields[11]) + Number(fields[12])) / ticksPerSecond;
}

/** Does some work, and tells how many cores a process used meanwhile. */
export async function timed<T>(
  pid: number,
  work: () => Promise<T>,
): Promise<{ readonly result: T; readonly cores: number }> {
  const [cpu, begun] = [cpuSeconds(pid), performance.now()];
  const result = await work();
  return { result, cores: (cpuSeconds(pid) - cpu) / ((performance.now() - begun) / 1_000) };
}

/** Bytes that a process has caused to be written to the disk. */
export function bytesWritten(pid: number): number {
  return Number(/^write_bytes: (\d+)$/m.exec(readFileSync(`/proc/${pid}/io`, 'utf8'))?.[1]);
}

/** Resident memory in bytes. */
export function residentBytes(pid: number): number {
  return Number(/^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) * 1024;
}

export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = Math.floor(sorted.length / 2);
  const upper = sorted[middle] ?? Number.NaN;
  return sorted.length % 2 === 1 ? upper : (upper + (sorted[middle - 1] ?? Number.NaN)) / 2;
}

/** CPU seconds of a process by its threads. */
export interface ThreadSeconds {
  /** The thread that handles requests. */
  readonly main: number;
  /** All threads that still run, the main one too. */
  readonly all: number;
}

/** From the scheduler, which counts in nanoseconds. */
export function threadSeconds(pid: number): ThreadSeconds {
  const used = (thread: string) =>
    Number(readFileSync(`/proc/${pid}/task/${thread}/schedstat`, 'utf8').split(' ')[0]) / 1e9;
  const all = readdirSync(`/proc/${pid}/task`).reduce((sum, thread) => sum + used(thread), 0);
  return { main: used(String(pid)), all };
}

/** The process and those that it has started, which share its work. */
export function withChildren(pid: number): readonly number[] {
  const text = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim();
  return [pid, ...(text === '' ? [] : text.split(' ').map(Number))];
}

/** The same of a process with its children: `main` is that of all of them. */
export function familySeconds(pid: number): ThreadSeconds {
  const each = withChildren(pid).map(threadSeconds);
  const sum = (of: keyof ThreadSeconds) => each.reduce((total, seconds) => total + seconds[of], 0);
  return { main: sum('main'), all: sum('all') };
}

/** Seconds that the cores of the machine were busy since it started, all together. */
export function machineSeconds(): number {
  const [, ...fields] = (readFileSync('/proc/stat', 'utf8').split('\n', 1)[0] ?? '').split(/\s+/).map(Number);
  const [user = 0, nice = 0, system = 0, , , interrupts = 0, softInterrupts = 0, stolen = 0] = fields;
  return (user + nice + system + interrupts + softInterrupts + stolen) / ticksPerSecond;
}
