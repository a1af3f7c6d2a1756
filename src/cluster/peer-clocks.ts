import type { Clock, CorrectedClock } from '../lib/clock.ts';
import { type Loop, repeatEvery } from '../tracking/sweep/loop.ts';
import type { Asked, Colleague } from './members.ts';
import { askPart } from './peer-calls.ts';

/** What is noticed of this server's clock. */
export type ClockNotice =
  | { readonly kind: 'wrong'; readonly aheadMs: number; readonly isCorrected: boolean }
  | { readonly kind: 'right' };

export interface PeerClockNeeds {
  readonly members: Asked;
  /** Of this server; it is corrected where the others agree that it is wrong. */
  readonly clock: CorrectedClock;
  notice(notice: ClockNotice): void;
  onError(error: unknown): void;
}

/** How often this server looks whether its clock was set, and after how many looks it asks the others in any case: 5 s. */
const lookEveryMs = 500;
const looksPerRound = 10;
/** How long a server that joins waits for its first comparison. */
const firstWithinMs = 1_000;
/** The others are known by then. */
const firstAfterMs = 500;
/** An answer that took longer says too little about when it was given. */
const maxAnswerMs = 2_000;
/** A clock that is further from the others’ is wrong: those that are synchronized agree within a second. */
const maxDifferenceMs = 5_000;
/** One that is as near as this is right again. */
const agreeingMs = 2_500;

/**
 * Compares this server’s clock with those of its peers. With the majority against it the server goes by their time: otherwise reports
 * of its pilots would be refused as dated in the future, and clients would correct their clocks by it.
 */
export class PeerClocks {
  readonly #needs: PeerClockNeeds;
  readonly #loop: Loop;
  readonly #first: Disposable;
  #aheadMs: number | null = null;
  #isWrong = false;
  #rounds = 0;
  #looks = 0;
  /** What the machine's clock was ahead of the one that nobody sets, at the last look. */
  #ahead: number;

  constructor(needs: PeerClockNeeds) {
    this.#needs = needs;
    const { clock, onError } = needs;
    this.#ahead = clock.ahead;
    this.#loop = repeatEvery(clock, lookEveryMs, () => this.#look(), onError);
    this.#first = clock.after(firstAfterMs, () => void this.round().catch(onError));
  }

  /** How far the machine’s clock is ahead of what the servers have in the middle, in milliseconds; null until one answered. */
  get aheadMs(): number | null {
    return this.#aheadMs;
  }

  /** Whether it is further from the others’ than synchronized clocks are. */
  get isWrong(): boolean {
    return this.#isWrong;
  }

  /**
   * Compares once before this server answers for its first pilot: with a wrong clock it would refuse their reports. Peers that
   * do not answer are not waited for.
   */
  async first(peers: readonly Colleague[]): Promise<void> {
    const { clock, onError } = this.#needs;
    let late: Disposable | undefined;
    const isLate = new Promise<void>((resolve) => {
      late = clock.after(firstWithinMs, resolve);
    });
    await Promise.race([this.round(peers).catch(onError), isLate]);
    late?.[Symbol.dispose]();
  }

  /** Asks every peer for its time once. A round that another one overtakes, or in which the clock is set, has no effect. */
  async round(others: readonly Colleague[] = this.#needs.members.peers()): Promise<void> {
    const { clock } = this.#needs;
    const round = ++this.#rounds;
    const { ahead } = clock;
    // A server that was killed and started again has two rows for some seconds, at one address.
    const peers = [...new Set(others)];
    const asked = await Promise.all(peers.map((peer) => askDifference(peer, clock.machine)));
    if (round !== this.#rounds || Math.abs(clock.ahead - ahead) > agreeingMs) return;
    const differences = asked.filter((each) => each !== null);
    if (differences.length === 0) return;
    const middle = middleOf([0, ...differences]);
    this.#aheadMs = -middle;
    this.#judge(middle, agreedBy(differences, peers.length + 1));
  }

  /** A clock that was set is compared at once: until then reports of pilots are judged by it. */
  async #look(): Promise<void> {
    const { ahead } = this.#needs.clock;
    const wasSet = Math.abs(ahead - this.#ahead) > agreeingMs;
    this.#ahead = ahead;
    this.#looks += 1;
    if (wasSet || this.#looks % looksPerRound === 0) await this.round();
  }

  async close(): Promise<void> {
    this.#rounds += 1;
    this.#first[Symbol.dispose]();
    await this.#loop.stop();
  }

  /**
   * @param middle - how far the others are ahead
   * @param agreed - what most servers agree on, without this one; null where they do not
   */
  #judge(middle: number, agreed: number | null): void {
    const { clock, notice } = this.#needs;
    const limit = this.#isWrong ? agreeingMs : maxDifferenceMs;
    const isWrong = Math.abs(middle) > limit;
    if (!isWrong) clock.correctionMs = 0;
    else if (agreed !== null) {
      const isNear = Math.abs(agreed - clock.correctionMs) <= 1_000;
      // One that stays is set again, too: from now on the others have said it.
      clock.correctionMs = isNear ? clock.correctionMs : Math.abs(agreed) > limit ? agreed : 0;
    }
    if (isWrong && !this.#isWrong) notice({ kind: 'wrong', aheadMs: -middle, isCorrected: clock.correctionMs !== 0 });
    if (!isWrong && this.#isWrong) notice({ kind: 'right' });
    this.#isWrong = isWrong;
  }
}

/** Returns how far the clock of a peer is ahead, in milliseconds; null when it does not say, or too late. */
async function askDifference(peer: Colleague, clock: Clock): Promise<number | null> {
  const before = clock.now();
  // One of a release that does not know this call has no say.
  const there = await askPart(peer, 'clockNow').catch(() => null);
  const tookMs = clock.now() - before;
  if (typeof there !== 'number' || tookMs < 0 || tookMs > maxAnswerMs) return null;
  return Math.round(there - (before + tookMs / 2));
}

/** What clocks of more than half of all servers agree on, in milliseconds; null where no such majority answered. */
function agreedBy(differences: readonly number[], servers: number): number | null {
  for (const first of differences) {
    const near = differences.filter((each) => each >= first && each <= first + agreeingMs);
    if (near.length > servers / 2) return middleOf(near);
  }
  return null;
}

function middleOf(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const [lower = 0, upper = 0] = [sorted[(sorted.length - 1) >> 1], sorted[sorted.length >> 1]];
  return Math.round((lower + upper) / 2);
}
