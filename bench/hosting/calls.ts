import { type Goal, judge } from '../goal.ts';
import { median } from '../measure.ts';
import { byTurns } from '../sample.ts';

const callAim = {
  goal: 'H6',
  what: "ms of a call through version 7's module beyond those of an empty route of phpVMS",
  kind: 'at most',
  aim: 15,
  short: 15,
} as const;
const viewers = 20;
const viewersAim = {
  goal: 'H7',
  what: `% of a core for ${viewers} viewers of the map through version 7's module, as often as they are told to ask`,
  kind: 'at most',
  aim: 10,
  short: 10,
} as const;
const calls = 25;

/**
 * Calls one after the other, so that the time of each is at most what it costs the host. The interval is what the map tells a page while so
 * many watch: each poll of this one visitor counts as one of them.
 */
export async function benchCalls(site: string, rounds: number, note: (text: string) => void): Promise<readonly Goal[]> {
  const [more, shares]: [number[], number[]] = [[], []];
  for (let round = 1; round <= rounds; round++) {
    const { empty, call, poll } = await byTurns(round, {
      empty: () => sample(`${site}/api/status`),
      call: () => sample(`${site}/api/tracker/status`),
      poll: () => sample(`${site}/tracker/live/poll`),
    });
    const everyS = Number((JSON.parse(poll.body) as { nextS?: unknown }).nextS);
    note(
      `round ${round}: empty route ${empty.ms.toFixed(0)} ms, call ${call.ms.toFixed(0)} ms, poll ${poll.ms.toFixed(0)} ms each ${everyS} s`,
    );
    more.push(call.ms - empty.ms);
    shares.push((poll.ms * viewers) / everyS / 10);
  }
  return [judge(callAim, more), judge(viewersAim, shares)];
}

async function sample(url: string): Promise<{ readonly ms: number; readonly body: string }> {
  const times: number[] = [];
  let body = '';
  for (let call = 0; call < calls; call++) {
    const began = performance.now();
    const response = await fetch(url);
    body = await response.text();
    if (response.status !== 200) throw new Error(`${url} answers ${response.status}: ${body.slice(0, 300)}`);
    times.push(performance.now() - began);
  }
  return { ms: median(times), body };
}
