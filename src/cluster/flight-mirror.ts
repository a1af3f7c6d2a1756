import { type Clock, within } from '../lib/clock.ts';
import type { FlightView } from '../tracking/figures/flight-view.ts';
import type { Changes, Moving } from '../tracking/flight/changes.ts';
import type { SeenFlight } from '../tracking/running.ts';
import { type Loop, repeatEvery } from '../tracking/sweep/loop.ts';
import type { OtherFlights } from './cluster-calls.ts';
import type { BoardNews } from './flight-board.ts';
import { movedBy, seenOf } from './flight-rows.ts';
import { firstPartition, type Members } from './members.ts';
import type { Peer } from './peer.ts';
import { askPart } from './peer-calls.ts';

interface Mirrored {
  start: string;
  number: number;
  readonly flights: Map<string, SeenFlight>;
}

const everyMs = 1_000;
/** How long flights are kept that nobody asks for. */
const forgetMs = 60_000;
/** A partition that is handed over has its next server within this time. */
const handoverMs = 5_000;
/** How long those who ask wait for a server that does not answer; then they get what is known. */
const patienceMs = 2_000;
/**
 * How long a round waits for each server. What is lost on the way has no answer until the deadline of calls, which is made for
 * those that wait for the crew center; without this limit the news of all others would wait for it. An answer that comes later
 * counts for nothing: the next round asks for the same again.
 */
const roundMs = 4_000;

/**
 * The flights of the other servers as they were a second ago. Those of a server that does not answer stay until it is known
 * to be gone. Only the holder of the first partition asks every second, for the map and the pages; the others ask when they
 * are asked themselves.
 */
export class FlightMirror implements OtherFlights {
  readonly #members: Members;
  readonly #changes: Changes;
  readonly #clock: Clock;
  readonly #peers = new Map<Peer, Mirrored>();
  readonly #loop: Loop;
  readonly #own: Iterable<SeenFlight>;
  /** The own flights of a second ago, by id. */
  #ownBefore: ReadonlyMap<string, SeenFlight> = new Map();
  /** Flights that left with their partition and that no server shows since, by id. */
  readonly #missing = new Map<string, { readonly live: SeenFlight; readonly since: number }>();
  #asking: Promise<void> | null = null;
  #askedAt = Number.NEGATIVE_INFINITY;

  /**
   * @param changes - notified of what moved elsewhere
   * @param own - the flights of this server
   */
  constructor(
    members: Members,
    changes: Changes,
    clock: Clock,
    onError: (error: unknown) => void,
    own: Iterable<SeenFlight> = [],
  ) {
    this.#own = own;
    this.#members = members;
    this.#changes = changes;
    this.#clock = clock;
    this.#loop = repeatEvery(clock, everyMs, () => this.#everySecond(), onError);
  }

  async close(): Promise<void> {
    await this.#loop.stop();
    await this.#asking;
  }

  /** Asks every server once. */
  round(): Promise<void> {
    this.#asking ??= this.#askAll().finally(() => {
      this.#asking = null;
    });
    return this.#asking;
  }

  *[Symbol.iterator](): IterableIterator<SeenFlight> {
    for (const { flights } of this.#peers.values()) yield* flights.values();
  }

  async views(): Promise<readonly FlightView[]> {
    await this.#refresh();
    const open = [...this].filter(({ flight, lastPosition }) => flight.state === 'open' && lastPosition !== null);
    return open.map((live) => live.view());
  }

  async hasPirep(pirepId: string): Promise<boolean> {
    await this.#refresh();
    for (const { flight } of this)
      if (flight.pirepId === pirepId || flight.formerPirepIds.includes(pirepId)) return true;
    return false;
  }

  /** What nobody has asked for in a while is forgotten: it would be shown as what is. */
  async #everySecond(): Promise<void> {
    this.#noteOwn();
    if (this.#members.holderOf(firstPartition) === 'here') await this.round();
    this.#noteLost();
    if (this.#members.holderOf(firstPartition) === 'here') return;
    if (this.#clock.now() - this.#askedAt > forgetMs && this.#asking === null) this.#keepOnly([]);
  }

  async #refresh(): Promise<void> {
    const age = this.#clock.now() - this.#askedAt;
    if (age >= 0 && age < everyMs) return;
    await within(this.#clock, patienceMs, this.round());
  }

  async #askAll(): Promise<void> {
    const peers = this.#members.peers();
    this.#keepOnly(peers);
    await Promise.allSettled(peers.map((peer) => this.#ask(peer)));
    this.#askedAt = this.#clock.now();
  }

  #keepOnly(peers: readonly Peer[]): void {
    for (const [peer, { flights }] of this.#peers)
      if (!peers.includes(peer)) {
        this.#peers.delete(peer);
        this.#leave([...flights.values()]);
      }
  }

  async #ask(peer: Peer): Promise<void> {
    const known = this.#peers.get(peer);
    const since = known === undefined ? null : { start: known.start, number: known.number };
    const news = await within(this.#clock, roundMs, askPart(peer, 'flightNews', since));
    if (news === null) return;
    const mirrored = known ?? { start: '', number: 0, flights: new Map<string, SeenFlight>() };
    mirrored.start = news.start;
    mirrored.number = news.number;
    this.#peers.set(peer, mirrored);
    this.#take(mirrored.flights, news);
  }

  #take(flights: Map<string, SeenFlight>, { isAll, flights: changed, moves, gone }: BoardNews): void {
    const own = this.#ownById();
    const put = (seen: SeenFlight) => {
      flights.set(seen.flight.id, seen);
      // What a former owner still shows of a flight that this server has is old.
      if (!own.has(seen.flight.id)) this.#tell(seen);
    };
    const stay = new Set(changed.map(({ view }) => view.flight.id));
    const left = isAll ? [...flights.keys()].filter((id) => !stay.has(id)) : gone;
    const over = left.flatMap((id) => flights.get(id) ?? []);
    for (const id of left) flights.delete(id);
    this.#leave(over);
    for (const each of changed) put(seenOf(each));
    for (const row of moves.rows) {
      const known = flights.get(row[0]);
      if (known !== undefined) put(seenOf(movedBy({ ...known, view: known.view() }, row, moves.names)));
    }
  }

  #tell(seen: SeenFlight): void {
    const { flight, lastPosition } = seen;
    if (flight.state !== 'open') this.#changes.notify({ kind: 'suspended', flight });
    else if (lastPosition !== null) this.#changes.notify({ kind: 'moved', flight, live: seen as Moving });
  }

  #ownById(): ReadonlyMap<string, SeenFlight> {
    return new Map([...this.#own].map((live) => [live.flight.id, live]));
  }

  /** Flights of a partition come to this server when it takes it over, and leave it when it hands it over, without a change of theirs. */
  #noteOwn(): void {
    const now = this.#clock.now();
    const own = this.#ownById();
    for (const [id, live] of this.#ownBefore)
      if (live.flight.state === 'open' && !own.has(id)) this.#missing.set(id, { live, since: now });
    // One that left and came back is another object.
    for (const [id, live] of own) if (this.#ownBefore.get(id) !== live) this.#tell(live);
    this.#ownBefore = own;
  }

  /** Flights that no server shows some seconds after they left this one have ended where they were taken to. */
  #noteLost(): void {
    if (this.#missing.size === 0) return;
    const now = this.#clock.now();
    const shown = new Set([...this.#own, ...this].map(({ flight }) => flight.id));
    for (const [id, { live, since }] of this.#missing) {
      if (!shown.has(id) && now - since < handoverMs) continue;
      this.#missing.delete(id);
      this.#leave([live]);
    }
  }

  /** Takes flights from the map, of whose end nobody knows here. One that this or another server has is shown as it is there. */
  #leave(flights: readonly SeenFlight[]): void {
    if (flights.length === 0) return;
    const own = this.#ownById();
    for (const { flight } of flights) {
      const elsewhere = [...this.#peers.values()].map((peer) => peer.flights.get(flight.id));
      const seen = own.get(flight.id) ?? elsewhere.find((each) => each !== undefined);
      if (seen !== undefined) this.#tell(seen);
      else this.#changes.notify({ kind: 'suspended', flight: { ...flight, state: 'suspended' } });
    }
  }
}
