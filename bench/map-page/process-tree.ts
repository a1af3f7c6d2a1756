import { childrenByParent, commandOf, readOrNull } from '../../test/process-tree.ts';
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

function secondsOf(pid: number): number {
  return readOrNull(`/proc/${pid}/stat`) === null ? 0 : cpuSeconds(pid);
}
