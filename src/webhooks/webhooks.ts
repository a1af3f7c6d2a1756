import type { DatabaseSync } from 'node:sqlite';
import type { Clock } from '../lib/clock.ts';
import { type DurableLog, Follower } from '../lib/follower.ts';
import type { StoredChange } from '../tracking/flight/changes.ts';
import { withOwnCursor } from './change-cursor.ts';
import { CrewCenterEvents } from './crew-center-events.ts';
import { Dispatcher } from './dispatcher.ts';
import { type Endpoint, isMeantFor } from './endpoint.ts';
import type { NewEvent } from './event.ts';
import type { EventType } from './events.ts';
import { eventsOf } from './flight-events.ts';
import { type ReviewNeeds, Reviews } from './reviews.ts';
import type { Senders } from './sender.ts';
import { EndpointTable } from './store/endpoint-table.ts';
import { DeliveryQueue } from './store/queue.ts';
import { WatchList } from './store/watch-list.ts';

export interface WebhookNeeds {
  readonly database: DatabaseSync;
  /** The changes of flights; the cursor is kept in the database of the webhooks. */
  readonly changes: Pick<DurableLog<StoredChange>, 'read' | 'last'>;
  /** Calls `wake` when there may be new changes. */
  listen(wake: () => void): Disposable;
  readonly senders: Senders;
  /** What the crew center says of a filed PIREP. */
  readonly readReview: ReviewNeeds['read'];
  readonly clock: Clock;
  /** From 0 to 1. */
  random(): number;
  readonly notices: WebhookNotices;
  /** How long deliveries are kept for the operator, in milliseconds. */
  readonly keptMs?: { readonly delivered: number; readonly setAside: number };
  /** Closes the database, once nothing uses it any more. */
  closeDatabase?(): Promise<void>;
}

const cursorName = 'changes';
/** As in the journal, `erasedPilot`. */
const erasedIdent = 'erased';
/** How long deliveries are kept for the operator. */
const usuallyKeptMs = { delivered: 7 * 86_400_000, setAside: 30 * 86_400_000 };
const forgetEveryMs = 3_600_000;
/** Soon after a start: a server that is never left running for long does it too. */
const firstForgetMs = 50_000;

/** Endpoints, and the events that are delivered to them: each at least once, those of a flight in order. */
export class Webhooks {
  readonly #needs: WebhookNeeds;
  readonly queue: DeliveryQueue;
  readonly #table: EndpointTable;
  readonly #dispatchers = new Map<string, Dispatcher>();
  readonly #follower: Follower<StoredChange>;
  readonly #list: WatchList;
  readonly #reviews: Reviews;
  readonly #crewCenter: CrewCenterEvents;
  #isOpen = true;
  #forgetting: Disposable;

  constructor(needs: WebhookNeeds) {
    this.#needs = needs;
    const { database, clock, listen, notices } = needs;
    this.queue = new DeliveryQueue(database);
    this.#table = new EndpointTable(database);
    for (const endpoint of this.#table.list()) this.#dispatch(endpoint);
    const onError = (error: unknown) => notices.failed(error);
    this.#list = new WatchList(database);
    const publish = (event: NewEvent, also: () => void) => this.publish(event, also);
    this.#crewCenter = new CrewCenterEvents(this.#list, publish);
    this.#reviews = new Reviews({ list: this.#list, clock, publish, read: needs.readReview, onError });
    this.#follower = new Follower(
      withOwnCursor(needs.changes, this.queue),
      cursorName,
      (change) => this.#take(change),
      { clock, listen, onError },
    );
    this.#forgetting = this.#forgetLater(firstForgetMs);
    this.#wake();
  }

  /** Stops; what was not delivered is delivered after the next start. */
  async close(): Promise<void> {
    this.#isOpen = false;
    this.#forgetting[Symbol.dispose]();
    await this.#reviews.close();
    await this.#follower.close();
    await Promise.all([...this.#dispatchers.values()].map((each) => each.close()));
    const { database, closeDatabase = async () => database.close() } = this.#needs;
    await closeDatabase();
  }

  /** Oldest first. */
  list(): readonly Endpoint[] {
    return [...this.#dispatchers.values()].map(({ endpoint }) => endpoint);
  }

  find(id: string): Endpoint | null {
    return this.#dispatchers.get(id)?.endpoint ?? null;
  }

  /** Stores a new endpoint, or one that was changed; its deliveries go on. */
  save(endpoint: Endpoint): void {
    this.#table.save(endpoint);
    const known = this.#dispatchers.get(endpoint.id);
    if (known === undefined) this.#dispatch(endpoint);
    else known.replace(endpoint);
  }

  /** Removes the endpoint with everything that waits for it. */
  async remove(id: string): Promise<void> {
    const known = this.#dispatchers.get(id);
    this.#dispatchers.delete(id);
    await known?.close();
    this.#table.remove(id);
  }

  /**
   * Stores an event that is in no log, and delivers it to every endpoint that is to receive it.
   * @param also - further writes of the same transaction
   */
  publish(event: NewEvent, also?: () => void): void {
    this.queue.add([{ event, endpoints: this.#receivers(event) }], this.#needs.clock.now(), also);
    this.#wake();
  }

  /** Delivers settled events of an endpoint again. Returns how many. */
  resend(endpoint: string, which: { readonly number: number } | 'set-aside'): number {
    const count = this.queue.resend(endpoint, which, this.#needs.clock.now());
    this.#dispatchers.get(endpoint)?.wake();
    return count;
  }

  /** Removes a pilot from the stored events, with what was delivered of them, and these words. */
  erasePilot(pilotId: string, words: readonly string[]): void {
    this.queue.erasePilot(pilotId, words, erasedIdent);
  }

  /** @param lostBecause - why the crew center could not be reached just now; null when it could */
  noteCrewCenter(lostBecause: string | null): void {
    if (this.#isOpen) this.#attempt(() => this.#crewCenter.note(lostBecause, this.#needs.clock.now()));
  }

  #take(change: StoredChange): void {
    const events = eventsOf(change).map((event) => ({ event, endpoints: this.#receivers(event) }));
    if (this.#dispatchers.size === 0) return;
    const { flight, number, kind, at } = change;
    this.queue.add(events, this.#needs.clock.now(), () => {
      this.queue.saveCursor(cursorName, number);
      if (kind === 'filed' && flight.receipt?.pirepState === 'pending') this.#list.addReview(flight.id, at);
    });
    this.#wake();
  }

  /** An endpoint receives what happens from its first second on, even if the server reads older changes after a stop. */
  #receivers({ type, at }: NewEvent): readonly string[] {
    return this.list()
      .filter((endpoint) => isMeantFor(endpoint, type) && at >= endpoint.createdAt)
      .map(({ id }) => id);
  }

  #wake(): void {
    for (const dispatcher of this.#dispatchers.values()) dispatcher.wake();
  }

  #dispatch(endpoint: Endpoint): void {
    const { clock, random, senders, notices } = this.#needs;
    const { id } = endpoint;
    const current = () => this.find(id) ?? endpoint;
    const dispatcher = new Dispatcher(endpoint, {
      queue: this.queue,
      clock,
      random,
      sender: senders[endpoint.kind],
      onGone: (reason) => {
        this.save({ ...current(), isOn: false, offReason: reason });
        notices.switchedOff(current(), reason);
      },
      onSetAside: ({ event }) => notices.setAside(current(), event.type, event.id),
      onError: (error) => notices.failed(error),
    });
    this.#dispatchers.set(id, dispatcher);
    dispatcher.wake();
  }

  #forgetLater(ms = forgetEveryMs): Disposable {
    return this.#needs.clock.after(ms, () => {
      const { clock, keptMs = usuallyKeptMs } = this.#needs;
      const now = clock.now();
      this.#attempt(() => this.queue.forget({ delivered: now - keptMs.delivered, setAside: now - keptMs.setAside }));
      this.#forgetting = this.#forgetLater();
    });
  }

  /** A full disk must not reach who calls: a timer, or what talks to the crew center. It is done another time. */
  #attempt(work: () => void): void {
    try {
      work();
    } catch (error) {
      this.#needs.notices.failed(error);
    }
  }
}

/** What the operator should know. */
export interface WebhookNotices {
  /** The receiver wants no more. */
  switchedOff(endpoint: Endpoint, reason: string): void;
  setAside(endpoint: Endpoint, type: EventType, id: string): void;
  failed(error: unknown): void;
}
