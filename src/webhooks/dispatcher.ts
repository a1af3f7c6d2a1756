import type { Clock } from '../lib/clock.ts';
import { holdWaitMs, minAttempts, retryWaitMs, triedForMs } from './backoff.ts';
import type { Endpoint } from './endpoint.ts';
import type { Outcome, Sender } from './sender.ts';
import type { DeliveryQueue, DueDelivery, Settlement } from './store/queue.ts';

/** Deliveries of one endpoint that are under way at the same time. */
const maxConcurrent = 4;
/** After this many failures in a row the whole endpoint waits, and then one event at a time tries it. */
const maxFailures = 5;

export interface DispatcherNeeds {
  readonly queue: DeliveryQueue;
  readonly sender: Sender;
  readonly clock: Clock;
  /** From 0 to 1. */
  random(): number;
  /** The receiver wants no more. */
  onGone(reason: string): void;
  onSetAside(delivery: DueDelivery): void;
  onError(error: unknown): void;
}

/** Delivers what waits for one endpoint: lanes side by side, the events of a lane one after the other. */
export class Dispatcher {
  readonly #needs: DispatcherNeeds;
  #endpoint: Endpoint;
  readonly #busyLanes = new Set<string>();
  readonly #underWay = new Set<Promise<void>>();
  /** What was sent and could not be recorded, by the number of the delivery: it is not sent again. */
  readonly #unsettled = new Map<number, Outcome>();
  readonly #abort = new AbortController();
  #timer: Disposable | null = null;
  /** Failures in a row, of any lane. */
  #failures = 0;
  /** Until when the endpoint is left alone. */
  #heldUntil = 0;

  constructor(endpoint: Endpoint, needs: DispatcherNeeds) {
    this.#endpoint = endpoint;
    this.#needs = needs;
  }

  get endpoint(): Endpoint {
    return this.#endpoint;
  }

  /** Its document was changed: it is tried at once. */
  replace(endpoint: Endpoint): void {
    this.#endpoint = endpoint;
    this.#failures = 0;
    this.#heldUntil = 0;
    this.wake();
  }

  /** Stops; what is under way is given up, and sent again after the next start. */
  async close(): Promise<void> {
    this.#abort.abort();
    this.#timer?.[Symbol.dispose]();
    await Promise.all(this.#underWay);
  }

  /** Something may be due. */
  wake(): void {
    this.#timer?.[Symbol.dispose]();
    this.#timer = null;
    if (this.#abort.signal.aborted || !this.#endpoint.isOn) return;
    try {
      this.#startDue();
    } catch (error) {
      // The queue cannot be read: it is tried again, and who called has no part in it.
      this.#failed(error);
      this.#wakeAt(this.#heldUntil);
    }
  }

  #startDue(): void {
    const now = this.#needs.clock.now();
    if (now < this.#heldUntil) {
      this.#wakeAt(this.#heldUntil);
      return;
    }
    const room = this.#room();
    if (room <= 0) return;
    for (const delivery of this.#free(now, room)) this.#start(delivery);
    // At the limit the end of a delivery looks again.
    if (this.#room() <= 0) return;
    const next = this.#needs.queue.nextDueAt(this.#endpoint.id, now);
    if (next !== null) this.#wakeAt(next);
  }

  #room(): number {
    return (this.#failures < maxFailures ? maxConcurrent : 1) - this.#busyLanes.size;
  }

  #free(now: number, room: number): readonly DueDelivery[] {
    const due = this.#needs.queue.due(this.#endpoint.id, now, room + this.#busyLanes.size);
    return due.filter(({ lane }) => !this.#busyLanes.has(lane)).slice(0, room);
  }

  /** Looks again at least once an hour: clocks of machines are set. */
  #wakeAt(at: number): void {
    const ms = Math.min(3_600_000, Math.max(1, at - this.#needs.clock.now()));
    this.#timer = this.#needs.clock.after(ms, () => {
      this.#timer = null;
      this.wake();
    });
  }

  #start(delivery: DueDelivery): void {
    this.#busyLanes.add(delivery.lane);
    const work = this.#deliver(delivery)
      .catch((error: unknown) => this.#failed(error))
      .finally(() => {
        this.#busyLanes.delete(delivery.lane);
        this.#underWay.delete(work);
        this.wake();
      });
    this.#underWay.add(work);
  }

  async #deliver(delivery: DueDelivery): Promise<void> {
    const { sender, clock } = this.#needs;
    const endpoint = this.#endpoint;
    const at = clock.now();
    const { event, memory } = delivery;
    const { signal } = this.#abort;
    const sent = this.#unsettled.get(delivery.number);
    const outcome = sent ?? (await sender.send({ endpoint, event, number: delivery.attempts + 1, at, memory, signal }));
    // Given up: whatever it returned, it was not seen through.
    if (signal.aborted && outcome.kind !== 'delivered') return;
    this.#unsettled.set(delivery.number, outcome);
    this.#settle(delivery, outcome, at);
    this.#unsettled.delete(delivery.number);
  }

  #settle(delivery: DueDelivery, outcome: Outcome, at: number): void {
    const { queue, clock } = this.#needs;
    const now = clock.now();
    const settle = (next: Settlement['next']) =>
      queue.settle(this.#endpoint.id, delivery, {
        at: now,
        durationMs: Math.max(0, now - at),
        next,
        exchange: outcome.kind === 'skipped' ? null : outcome.exchange,
      });
    if (outcome.kind === 'delivered') {
      settle({ state: 'delivered', memory: outcome.memory });
      this.#answered(now);
    } else if (outcome.kind === 'skipped') {
      settle({ state: 'skipped' });
    } else if (outcome.kind === 'gone') {
      settle({ state: 'waiting', nextAt: now });
      this.#needs.onGone(outcome.reason);
    } else settle(this.#afterFailure(delivery, outcome, now));
  }

  #answered(now: number): void {
    if (this.#failures >= maxFailures) this.#needs.queue.wakeAll(this.#endpoint.id, now);
    this.#failures = 0;
  }

  #afterFailure(
    delivery: DueDelivery,
    { retryAfterMs, holdsAll }: Outcome & { readonly kind: 'failed' },
    now: number,
  ): Settlement['next'] {
    const { random, onSetAside } = this.#needs;
    const attempts = delivery.attempts + 1;
    this.#failures += 1;
    if (this.#failures >= maxFailures) this.#hold(now + holdWaitMs(this.#failures - maxFailures + 1, random()));
    if (holdsAll) this.#hold(now + (retryAfterMs ?? 0));
    if (now - delivery.event.at >= triedForMs && attempts >= minAttempts) {
      onSetAside(delivery);
      return { state: 'set-aside' };
    }
    return { state: 'waiting', nextAt: now + Math.max(retryAfterMs ?? 0, retryWaitMs(attempts, random())) };
  }

  #hold(until: number): void {
    this.#heldUntil = Math.max(this.#heldUntil, until);
  }

  /** A bug of a sender, a full disk, or a damaged file: the endpoint waits. */
  #failed(error: unknown): void {
    this.#needs.onError(error);
    this.#failures += 1;
    this.#hold(this.#needs.clock.now() + holdWaitMs(this.#failures, this.#needs.random()));
  }
}
