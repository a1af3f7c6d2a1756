import type { Clock } from '../lib/clock.ts';
import type { Changes, Moving } from '../tracking/changes.ts';
import type { FlightView } from '../tracking/flight-view.ts';
import { type Loop, repeatEvery } from '../tracking/loop.ts';
import type { SeenFlight } from '../tracking/running.ts';
import type { OtherFlights } from './cluster-calls.ts';
import type { BoardFlight, BoardNews } from './flight-board.ts';
import type { Members } from './members.ts';
import type { Peer } from './peer.ts';

interface Mirrored {
  news: BoardNews;
  readonly flights: Map<string, SeenFlight>;
}

const everyMs = 1_000;

/**
 * The flights of the other servers as they were a second ago. Those of a server that does not answer stay until it is known
 * to be gone.
 */
export class FlightMirror implements OtherFlights {
  readonly #members: Members;
  readonly #changes: Changes;
  readonly #peers = new Map<Peer, Mirrored>();
  readonly #loop: Loop;

  /** @param changes - notified of what moved elsewhere */
  constructor(members: Members, changes: Changes, clock: Clock, onError: (error: unknown) => void) {
    this.#members = members;
    this.#changes = changes;
    this.#loop = repeatEvery(clock, everyMs, () => this.round(), onError);
  }

  close(): Promise<void> {
    return this.#loop.stop();
  }

  /** Asks every server once. */
  async round(): Promise<void> {
    const peers = this.#members.peers();
    for (const [peer, { flights }] of this.#peers)
      if (!peers.includes(peer)) {
        this.#peers.delete(peer);
        for (const each of flights.values()) this.#leave(each);
      }
    await Promise.allSettled(peers.map((peer) => this.#ask(peer)));
  }

  *[Symbol.iterator](): IterableIterator<SeenFlight> {
    for (const { flights } of this.#peers.values()) yield* flights.values();
  }

  views(): readonly FlightView[] {
    const open = [...this].filter(({ flight, lastPosition }) => flight.state === 'open' && lastPosition !== null);
    return open.map((live) => live.view());
  }

  hasPirep(pirepId: string): boolean {
    for (const { flight } of this)
      if (flight.pirepId === pirepId || flight.formerPirepIds.includes(pirepId)) return true;
    return false;
  }

  async #ask(peer: Peer): Promise<void> {
    const known = this.#peers.get(peer);
    const since = known === undefined ? null : { start: known.news.start, number: known.news.number };
    const news = (await peer.call('flightNews', [since])) as BoardNews;
    const mirrored = known ?? { news, flights: new Map<string, SeenFlight>() };
    mirrored.news = { ...news, flights: [], gone: [] };
    this.#peers.set(peer, mirrored);
    this.#take(mirrored.flights, news);
  }

  #take(flights: Map<string, SeenFlight>, { isAll, flights: changed, gone }: BoardNews): void {
    const stay = new Set(changed.map(({ view }) => view.flight.id));
    const left = isAll ? [...flights.keys()].filter((id) => !stay.has(id)) : gone;
    for (const id of left) {
      const over = flights.get(id);
      flights.delete(id);
      if (over !== undefined) this.#leave(over);
    }
    for (const each of changed) {
      const seen = seenOf(each);
      flights.set(seen.flight.id, seen);
      if (seen.flight.state !== 'open') this.#changes.notify({ kind: 'suspended', flight: seen.flight });
      else if (seen.lastPosition !== null)
        this.#changes.notify({ kind: 'moved', flight: seen.flight, live: seen as Moving });
    }
  }

  /** Takes a flight from the map: here nobody knows how it ended. */
  #leave({ flight }: SeenFlight): void {
    this.#changes.notify({ kind: 'suspended', flight: { ...flight, state: 'suspended' } });
  }
}

function seenOf({ view, fold, knownPhase }: BoardFlight): SeenFlight {
  return { flight: view.flight, lastPosition: view.lastPosition, fold, knownPhase, view: () => view };
}
