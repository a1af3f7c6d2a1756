import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { type FolderSite, keepPlace } from '../../test/hosts/folder-site.ts';
import { accepts } from '../../test/hosts/ports.ts';
import { until } from '../../test/until.ts';
import { type Goal, judge } from '../goal.ts';
import { cpuSeconds } from '../measure.ts';

const aim = {
  goal: 'H4',
  what: 'seconds of a core until a server that a host ended serves again',
  kind: 'at most',
  aim: 0.8,
  short: 1.5,
} as const;
/** By then it has kept what the next start takes less time with. */
const steadyMs = 6_000;

/** What cron or PHP starts, and the server that it starts, until this accepts connections. The first start of all is not counted, unless it is the only one: `rounds` is 0. */
export async function benchStart(site: FolderSite, rounds: number, note: (text: string) => void): Promise<Goal> {
  const seconds: number[] = [];
  const answers = () => accepts(join(site.place, 'tracker.sock'));
  for (let round = 0; round <= rounds; round++) {
    const before = endedSeconds();
    await keepPlace(site.place);
    await until(answers, { withinMs: 300_000, everyMs: 5 });
    const pid = site.serverPid();
    if (pid === null) throw new Error('The server has ended.');
    const used = cpuSeconds(pid) + endedSeconds() - before;
    note(`start ${round}: ${used.toFixed(2)} s of a core${round === 0 ? ', the first of this program' : ''}`);
    if (round > 0 || rounds === 0) seconds.push(used);
    if (rounds > 0) await setTimeout(steadyMs);
    process.kill(pid, 'SIGKILL');
    // Its threads may keep the socket open for longer than it is seen.
    await until(async () => site.serverPid() === null && !(await answers()));
  }
  return judge(aim, seconds);
}

/** CPU seconds of the children of this process that have ended. */
function endedSeconds(): number {
  const stat = readFileSync('/proc/self/stat', 'utf8');
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return (Number(fields[13]) + Number(fields[14])) / 100;
}
