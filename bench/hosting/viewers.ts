import type { FolderSite } from '../../test/hosts/folder-site.ts';
import { type Goal, judge } from '../goal.ts';
import { familySeconds } from '../measure.ts';

const viewers = 200;
const everyS = 15;
const aim = {
  goal: 'H5',
  what: `% of a core for ${viewers} viewers of the map through version 5's PHP, each ${everyS} s`,
  kind: 'at most',
  aim: 5,
  short: 5,
} as const;
/** As many polls as that many viewers make in half a minute. */
const polls = (viewers * 30) / everyS;
const atOnce = 4;

/** What polls cost the web server, PHP and the server together: no cache of the host answers one. */
export async function benchViewers(site: FolderSite, rounds: number, note: (text: string) => void): Promise<Goal> {
  const pid = site.serverPid();
  if (pid === null) throw new Error('The server has ended.');
  const [web = 0, php = 0] = site.phpPids();
  const used = () => [web, php, pid].map((each) => familySeconds(each).all);
  await poll(site, 40);
  const shares: number[] = [];
  for (let round = 1; round <= rounds; round++) {
    const before = used();
    await poll(site, polls);
    const costs = used().map((seconds, index) => ((seconds - (before[index] ?? 0)) * 1_000) / polls);
    const ms = costs.reduce((sum, each) => sum + each, 0);
    const [ofWeb, ofPhp, ofServer] = costs.map((each) => each.toFixed(2));
    note(`round ${round}: ${ms.toFixed(2)} ms a poll (web server ${ofWeb}, PHP ${ofPhp}, server ${ofServer})`);
    shares.push((ms * viewers) / everyS / 10);
  }
  return judge(aim, shares);
}

async function poll(site: FolderSite, count: number): Promise<void> {
  let left = count;
  const watch = async () => {
    while (left > 0) {
      left -= 1;
      const response = await fetch(`${site.url}/acars/tracker.php/live/poll`, {
        headers: { 'accept-encoding': 'gzip' },
      });
      const text = await response.text();
      if (response.status !== 200) throw new Error(`a poll was refused: ${response.status} ${text.slice(0, 300)}`);
    }
  };
  await Promise.all(Array.from({ length: atOnce }, watch));
}
