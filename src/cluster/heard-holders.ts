import type { Clock } from '../lib/clock.ts';
import { type Loop, repeatEvery } from '../tracking/sweep/loop.ts';
import type { Colleague } from './members.ts';
import { askPart } from './peer-calls.ts';

export interface HeardHoldersNeeds<Peer extends Colleague> {
  /** How long the rows of the cluster could not be read, in milliseconds. */
  silentMs(): number;
  /** Every other server that was known to live when they could. */
  peers(): readonly Peer[];
  readonly clock: Clock;
  /** Milliseconds on a clock that nobody sets. */
  readonly monotonic: () => number;
  readonly onError: (error: unknown) => void;
}

interface Heard<Peer> {
  readonly peer: Peer;
  readonly at: number;
}

const everyMs = 500;
/** After this time without the rows the others are asked: three rounds of the leases. */
const rowsMissedMs = 1_500;
/** What a server said of itself is believed for this long. */
const believedMs = 2_000;

/**
 * Who holds which partition, as each server says of itself: for one that reaches its peers and not the database. Without it that server
 * would refuse the pilots whom others have taken over from it, for as long as a load balancer sends them there.
 */
export class HeardHolders<Peer extends Colleague> {
  readonly #needs: HeardHoldersNeeds<Peer>;
  readonly #heard = new Map<number, Heard<Peer>>();
  readonly #loop: Loop;

  constructor(needs: HeardHoldersNeeds<Peer>) {
    this.#needs = needs;
    this.#loop = repeatEvery(needs.clock, everyMs, () => this.#round(), needs.onError);
  }

  /** The other server that has just said that it holds this partition; null while the rows are read, or nobody has said it. */
  holderOf(partition: number): Peer | null {
    const heard = this.#heard.get(partition);
    if (heard === undefined || this.#needs.silentMs() < rowsMissedMs) return null;
    return this.#needs.monotonic() - heard.at < believedMs ? heard.peer : null;
  }

  async close(): Promise<void> {
    await this.#loop.stop();
  }

  async #round(): Promise<void> {
    if (this.#needs.silentMs() < rowsMissedMs) this.#heard.clear();
    // The rows of a server that has not joined yet were never read, and it has no peers.
    else for (const peer of this.#needs.peers()) void this.#ask(peer);
  }

  async #ask(peer: Peer): Promise<void> {
    // When it was asked: it may have lost them since it answered.
    const at = this.#needs.monotonic();
    const held = await askPart(peer, 'heldPartitions').catch(() => []);
    for (const partition of held) this.#heard.set(partition, { peer, at });
  }
}
