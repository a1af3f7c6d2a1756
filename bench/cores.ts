import { execFileSync } from 'node:child_process';
import { availableParallelism } from 'node:os';
import { withChildren } from './measure.ts';

/**
 * Who runs where. `apart`: the server on the first core, the load on the second, so that neither takes the other's time
 * and a rate is what one core of the server can do. `shared`: both on these two cores, as the system likes.
 */
export type Cores = 'apart' | 'shared';

/** Pins processes with all their threads. @throws Error where the machine has one core, or no `taskset` */
export function pin(cores: Cores, { servers, loads }: Readonly<Record<'servers' | 'loads', readonly number[]>>): void {
  if (availableParallelism() < 2) throw new Error('The bench needs two cores: one for the server, one for the load.');
  for (const pid of servers.flatMap(withChildren)) setCores(pid, cores === 'apart' ? '0' : '0,1');
  for (const pid of loads) setCores(pid, cores === 'apart' ? '1' : '0,1');
}

function setCores(pid: number, list: string): void {
  execFileSync('taskset', ['--all-tasks', '--cpu-list', '--pid', list, String(pid)], { stdio: 'ignore' });
}
