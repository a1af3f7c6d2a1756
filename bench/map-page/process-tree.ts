import { readdirSync, readFileSync } from 'node:fs';
import { cpuSeconds } from '../measure.ts';

/** CPU seconds of all processes below this one that a browser consists of, so far. */
export function browserCpuSeconds(program: string): number {
  const children = childrenByParent();
  let sum = 0;
  const visit = (pid: number, isInside: boolean) => {
    for (const child of children.get(pid) ?? []) {
      const isBrowser = isInside || commandOf(child).includes(program);
      if (isBrowser) sum += secondsOf(child);
      visit(child, isBrowser);
    }
  };
  visit(process.pid, false);
  return sum;
}

function childrenByParent(): ReadonlyMap<number, readonly number[]> {
  const children = new Map<number, number[]>();
  for (const name of readdirSync('/proc')) {
    const parent = /^\d+$/.test(name) ? parentOf(Number(name)) : null;
    if (parent !== null) children.set(parent, [...(children.get(parent) ?? []), Number(name)]);
  }
  return children;
}

/** Null for a process that has ended meanwhile. */
function parentOf(pid: number): number | null {
  const status = readOrNull(`/proc/${pid}/status`);
  return status === null ? null : Number(/^PPid:\s+(\d+)$/m.exec(status)?.[1]);
}

function commandOf(pid: number): string {
  return readOrNull(`/proc/${pid}/cmdline`) ?? '';
}

function secondsOf(pid: number): number {
  return readOrNull(`/proc/${pid}/stat`) === null ? 0 : cpuSeconds(pid);
}

function readOrNull(path: string): string | null {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return null;
  }
}
