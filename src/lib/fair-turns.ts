import { compareInOrder, ServedNetworks } from './served-networks.ts';

/** Maximum number of those who wait for a turn. */
const maxWaiting = 1_000;

/** The turns that one network waits for, in order. */
interface Lane {
  readonly networks: readonly string[];
  /** Each is called with false when too many wait. */
  readonly waiting: ((hasTurn: boolean) => void)[];
}

/**
 * Turns of the only thread: if not said otherwise one in each round of the event loop, so that everything else that arrived
 * comes between two of them. Networks take turns, whichever of their addresses and connections ask: who asks for much waits for itself, and
 * where all come from one address nobody is refused for it.
 */
export class FairTurns {
  readonly #served = new ServedNetworks();
  readonly #lanes = new Map<string, Lane>();
  #waiting = 0;
  #isTaken = false;
  readonly #afterTurn: (goOn: () => void) => void;

  /** @param afterTurn - calls `goOn` when the turn is over that begins now */
  constructor(afterTurn: (goOn: () => void) => void = setImmediate) {
    this.#afterTurn = afterTurn;
  }

  /**
   * Resolves at the next turn of this sender: what runs then, until it waits for anything, should take a few milliseconds.
   * @param networks - narrowest first; see `networksOf`
   * @returns false when too many wait, most of them from there: there is no turn
   */
  take(networks: readonly string[]): Promise<boolean> {
    const { promise, resolve } = Promise.withResolvers<boolean>();
    const [own = ''] = networks;
    const lane = this.#lanes.get(own) ?? { networks, waiting: [] };
    this.#lanes.set(own, lane);
    lane.waiting.push(resolve);
    this.#waiting += 1;
    if (this.#waiting > maxWaiting) this.#leave(this.#crowdedLane(), 'last')?.(false);
    if (!this.#isTaken) this.#goOn();
    return promise;
  }

  #goOn(): void {
    const next = this.#served.next([...this.#lanes.values()]);
    this.#isTaken = next !== undefined;
    if (next === undefined) {
      this.#served.forget();
      return;
    }
    this.#served.serve(next.networks);
    this.#leave(next, 'first')?.(true);
    this.#afterTurn(() => this.#goOn());
  }

  #leave(lane: Lane, which: 'first' | 'last') {
    const left = which === 'first' ? lane.waiting.shift() : lane.waiting.pop();
    this.#waiting -= 1;
    if (lane.waiting.length === 0) this.#lanes.delete(lane.networks[0] ?? '');
    return left;
  }

  /** The newest lane of the networks for which most wait, the widest first. */
  #crowdedLane(): Lane {
    const lanes = [...this.#lanes.values()];
    const places = new Map<string, number>();
    for (const { networks, waiting } of lanes)
      for (const network of networks) places.set(network, (places.get(network) ?? 0) + waiting.length);
    const crowdOf = ({ networks }: Lane) => networks.toReversed().map((network) => places.get(network) ?? 0);
    return lanes.reduce((most, each) => (compareInOrder(crowdOf(each), crowdOf(most)) >= 0 ? each : most));
  }
}

/** Does work that comes in pieces, one at each turn; every piece ends with a `yield`. */
export async function inTurns<T>(work: Iterator<unknown, T>, turn: () => Promise<void>): Promise<T> {
  for (;;) {
    await turn();
    const { done, value } = work.next();
    if (done === true) return value;
  }
}
