import { readdirSync, readFileSync } from 'node:fs';

/** The processes of this machine by their parent, as `/proc` has them now. */
export function childrenByParent(): ReadonlyMap<number, readonly number[]> {
  const children = new Map<number, number[]>();
  for (const name of readdirSync('/proc')) {
    const parent = /^\d+$/.test(name) ? parentOf(Number(name)) : null;
    if (parent !== null) children.set(parent, [...(children.get(parent) ?? []), Number(name)]);
  }
  return children;
}

/** A process and all below it, parents first. */
export function treeOf(pid: number, children = childrenByParent()): readonly number[] {
  return [pid, ...(children.get(pid) ?? []).flatMap((child) => treeOf(child, children))];
}

/** With its arguments; empty for a process that has ended meanwhile. */
export function commandOf(pid: number): string {
  return (readOrNull(`/proc/${pid}/cmdline`) ?? '').replaceAll('\0', ' ').trim();
}

/** Null for a process that has ended meanwhile. */
function parentOf(pid: number): number | null {
  const status = readOrNull(`/proc/${pid}/status`);
  return status === null ? null : Number(/^PPid:\s+(\d+)$/m.exec(status)?.[1]);
}

export function readOrNull(path: string): string | null {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return null;
  }
}
