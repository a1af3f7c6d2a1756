import { setTimeout as pause } from 'node:timers/promises';
import { createAsk } from '../../site/ask.ts';
import type { Check, Subject } from '../subject.ts';
import { askArrival } from './arrival.ts';

/** Whether pages of the site get a PHP worker while as many calls wait in PHP as may. */
export const workers: Check = {
  name: 'PHP workers',
  isAlone: true,
  async run(given) {
    const { url, kit, isReachable, limits, requests } = given;
    // The page and all calls are sent at once: one that waited here would seem to wait for a worker.
    const subject = { ...given, ask: createAsk({ requests, maxAtOnce: limits.maxForwardedWaits + 1 }) };
    if (url === null || !isReachable) return [];
    const seen = await askArrival(subject, 0);
    if (seen === null || 'status' in seen || !seen.viaEdge) return [];
    const alone = Math.min(await timePage(subject), await timePage(subject));
    const beside = await crowd(subject, alone + crowdMs * 0.7);
    if (beside === null) return [];
    const evidence = `a page took ${Math.round(alone)} ms alone, and ${Math.round(beside)} ms beside ${limits.maxForwardedWaits} waiting calls`;
    return [{ name: 'workers-too-few', subject: `${url}${kit.statusPath}`, evidence }];
  },
};

const crowdMs = 1_500;
/** Until the calls have their workers. */
const settledMs = 300;
/** PHP starts some workers a second where few were needed before, and all that it has in the end. */
const maxRounds = 5;

/** Null as soon as a page takes less time than `limitMs` beside the waiting calls; else the shortest time. */
async function crowd(subject: Subject, limitMs: number): Promise<number | null> {
  let shortest = Number.POSITIVE_INFINITY;
  for (let round = 0; round < maxRounds; round += 1) {
    const calls = Array.from({ length: subject.limits.maxForwardedWaits }, () => askArrival(subject, crowdMs));
    await pause(settledMs);
    const [beside] = await Promise.all([timePage(subject), ...calls]);
    if (beside + settledMs < limitMs) return null;
    shortest = Math.min(shortest, beside);
  }
  return shortest;
}

async function timePage({ ask, url }: Subject): Promise<number> {
  const before = performance.now();
  await ask(`${url}/`, { mayBeSilent: true });
  return performance.now() - before;
}
