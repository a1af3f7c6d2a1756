import { setTimeout } from 'node:timers/promises';
import type { Prove, ProveOptions } from '../prove.ts';
import { openEmbeddedPlace } from './embedded-place.ts';
import type { Place, PlacePilot } from './place.ts';
import { askLate, flyRound, type Round } from './round.ts';
import { type Way, waysOf } from './ways.ts';

/** So many pilots fly at the same time. */
const overlapping = 6;
/** What files late does so within this time. */
const waitMs = 120_000;

type Out = Pick<ProveOptions, 'out' | 'note' | 'figure'>;

/**
 * Each pilot's client sends every call that files a bid sixteen times at once, and again until each of them has its answer: by
 * every way that opens a flight. Then the crew center has one PIREP of each bid, and every answer was that one's receipt.
 */
export const atOnce: Prove = {
  usage: 'at-once [--short] [--self-test] [--rounds N]   (100 rounds, each by a pilot of its own)',
  async run({ short, selfTest, rounds, ...output }) {
    const count = rounds ?? (short || selfTest ? 6 : 100);
    if (selfTest) {
      await using place = await openEmbeddedPlace(5, count);
      return await proveProof(place, output);
    }
    let isProven = true;
    for (const version of [5, 7] as const) {
      await using place = await openEmbeddedPlace(version, count);
      isProven = (await proveAtOnce(place, short ? 5_000 : undefined, output)) && isProven;
    }
    return isProven;
  },
};

/** Flies a round with each of the pilots, and looks what is there when the time is over. */
export async function proveAtOnce(place: Place, quietMs = waitMs, { out, note, figure }: Out): Promise<boolean> {
  const rounds = await flyAll(place, note);
  note(`${place.name}: ${rounds.length} rounds flown; ${quietMs / 1_000} s of waiting`);
  await setTimeout(quietMs);
  const wrong = await judgeAll(place, rounds);
  const text = `${place.name}: ${rounds.length} rounds of 16 calls (${statusesOf(rounds)}), ${wrong.length} wrong`;
  const isKept = rounds.length > 0 && wrong.length === 0;
  out(`${text}: ${isKept ? 'kept' : 'NOT KEPT'}`);
  for (const each of wrong.slice(0, 40)) out(`  ${each}`);
  figure({ promise: 'at-once', text, isKept });
  return isKept;
}

interface Flown extends Round {
  readonly way: Way;
}

async function flyAll(place: Place, note: Out['note']): Promise<readonly Flown[]> {
  const ways = waysOf[place.version];
  const rounds: Flown[] = [];
  const waiting = place.pilots.map((pilot, index) => ({ pilot, way: ways[index % ways.length] as Way }));
  const fly = async () => {
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
      rounds.push({ ...(await flyRound(place, next.pilot, next.way)), way: next.way });
      if (rounds.length % 10 === 0) note(`${place.name}: ${rounds.length} rounds`);
    }
  };
  await Promise.all(Array.from({ length: overlapping }, fly));
  return rounds;
}

async function judgeAll(place: Place, rounds: readonly Flown[]): Promise<readonly string[]> {
  const wrong: string[] = [];
  for (const round of rounds) {
    const late = round.pirepId === null ? null : await askLate(place, round.pilot, round.way, round);
    const found = [
      ...round.wrong,
      ...(late === null ? [] : [late]),
      ...(await judge(place, round.pilot, round.pirepId)),
    ];
    wrong.push(...found.map((each) => `${round.pilot.login}, ${round.way.name}: ${each}`));
  }
  return [...wrong, ...(await place.unfinished())];
}

/** What is wrong with the crew center's own rows of this pilot. */
async function judge(place: Place, pilot: PlacePilot, pirepId: string | null): Promise<readonly string[]> {
  const { filed, others, bids } = await place.find(pilot);
  return [
    ...(filed.length === 1 ? [] : [`${filed.length} PIREPs of one bid: ${filed.join(', ')}`]),
    ...(pirepId === null || filed.includes(pirepId)
      ? []
      : [`the receipt names PIREP ${pirepId}, there is ${filed.join()}`]),
    ...(others === 0 ? [] : [`${others} PIREPs that are not filed`]),
    ...(bids === 0 ? [] : ['the bid is still there']),
  ];
}

function statusesOf(rounds: readonly Round[]): string {
  const counts = new Map<number, number>();
  for (const { first } of rounds)
    for (const [status, count] of first) counts.set(status, (counts.get(status) ?? 0) + count);
  return [...counts].map(([status, count]) => `${count} × ${status === 0 ? 'no answer' : status}`).join(', ');
}

/** A second PIREP that is put there by hand is noticed. */
async function proveProof(place: Place, { out, note }: Out): Promise<boolean> {
  const rounds = await flyAll(place, note);
  const isClean = (await judgeAll(place, rounds)).length === 0;
  for (const pilot of place.pilots.slice(0, 1)) await place.fileAgain(pilot);
  const isTwice = (await judgeAll(place, rounds)).some((each) => each.includes('2 PIREPs'));
  out(`rounds without a mistake: ${isClean ? 'nothing is wrong' : 'WRONG'}`);
  out(`a second PIREP of a bid: ${isTwice ? 'noticed' : 'NOT NOTICED'}`);
  return isClean && isTwice;
}
