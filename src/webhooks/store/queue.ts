import type { DatabaseSync } from 'node:sqlite';
import { numberOf, type Row, textOf, textOrNull } from '../../lib/row.ts';
import { inTransaction, scrubDatabase } from '../../lib/sqlite.ts';
import { type Replacement, replaceInJson, replacementOf } from '../../lib/whole-words.ts';
import type { NewEvent } from '../event.ts';
import type { EventType } from '../events.ts';
import type { Exchange } from '../sender.ts';
import { prepareQueue } from './queue-statements.ts';

/** A delivery whose turn it is. */
export interface DueDelivery {
  readonly number: number;
  readonly lane: string;
  /** Failed attempts so far. */
  readonly attempts: number;
  readonly event: NewEvent;
  readonly memory: string | null;
}

/** What became of an attempt. `exchange` is null when nothing was sent. */
export interface Settlement {
  readonly at: number;
  readonly durationMs: number;
  readonly exchange: Exchange | null;
  readonly next:
    | { readonly state: 'delivered' | 'skipped' | 'set-aside'; readonly memory?: string | undefined }
    | { readonly state: 'waiting'; readonly nextAt: number };
}

/** Latest attempts that are kept for each delivery. */
const keptAttempts = 5;

/** Events and their deliveries on disk. In each lane of an endpoint at most one delivery is next; the others wait for it. */
export class DeliveryQueue {
  readonly #database: DatabaseSync;
  readonly #statements: ReturnType<typeof prepareQueue>;

  constructor(database: DatabaseSync) {
    this.#database = database;
    this.#statements = prepareQueue(database);
  }

  /**
   * Stores events for these endpoints, in one transaction. An event that is stored already is left as it is.
   * @param also - further writes of that transaction
   */
  add(
    events: readonly { readonly event: NewEvent; readonly endpoints: readonly string[] }[],
    now: number,
    also: () => void = () => undefined,
  ): void {
    inTransaction(this.#database, () => {
      for (const { event, endpoints } of events) if (endpoints.length > 0) this.#add(event, endpoints, now);
      also();
    });
  }

  saveCursor(name: string, number: number): void {
    this.#statements.saveCursor.run(name, number);
  }

  #add({ id, type, at, lane, flightId, pilotId, payload }: NewEvent, endpoints: readonly string[], now: number): void {
    const { event, delivery } = this.#statements;
    const stored = event.run(id, type, at, lane, flightId, pilotId, payload);
    if (stored.changes === 0) return;
    for (const endpoint of endpoints) delivery.run(endpoint, stored.lastInsertRowid, lane, endpoint, lane, now);
  }

  cursor(name: string): number | null {
    const row = this.#statements.cursor.get(name);
    return row === undefined ? null : numberOf(row, 'number');
  }

  /** Those that are next in their lane and due, the longest waiting first. */
  due(endpoint: string, now: number, limit: number): readonly DueDelivery[] {
    return this.#statements.due.all(endpoint, now, limit).map(dueOf);
  }

  /** When the next of this endpoint is due, or was; null when nothing waits. */
  nextDueAt(endpoint: string, after: number): number | null {
    const at = this.#statements.nextDue.get(endpoint, after)?.at;
    return typeof at === 'number' ? at : null;
  }

  /** Records an attempt; the next delivery of its lane follows when this one is settled. */
  settle(endpoint: string, { number, lane }: Pick<DueDelivery, 'number' | 'lane'>, settlement: Settlement): void {
    const { at, durationMs, exchange, next } = settlement;
    const { attempt, forgetAttempts, again, settled, promote, remember } = this.#statements;
    inTransaction(this.#database, () => {
      if (exchange !== null) {
        attempt.run(number, at, durationMs, exchange.request, exchange.status, exchange.answer);
        forgetAttempts.run(number, number, keptAttempts);
      }
      if (next.state === 'waiting') {
        again.run(next.nextAt, number);
        return;
      }
      settled.run(next.state, at, number);
      promote.run(at, endpoint, lane, endpoint, lane);
      if (next.memory !== undefined) remember.run(endpoint, lane, next.memory, at);
    });
  }

  /** Makes everything that is next due now: the endpoint answers again. */
  wakeAll(endpoint: string, now: number): void {
    this.#statements.wakeAll.run(now, endpoint, now);
  }

  /** Puts settled deliveries of an endpoint back into their lanes, before those that wait there. Returns how many. */
  resend(endpoint: string, which: { readonly number: number } | 'set-aside', now: number): number {
    const { resendOne, resendAside, lanesWithout, demote, promote } = this.#statements;
    return inTransaction(this.#database, () => {
      const { changes } =
        which === 'set-aside' ? resendAside.run(now, endpoint) : resendOne.run(now, endpoint, which.number);
      for (const row of lanesWithout.all(endpoint)) {
        const lane = textOf(row, 'lane');
        demote.run(endpoint, lane);
        promote.run(now, endpoint, lane, endpoint, lane);
      }
      return Number(changes);
    });
  }

  /** Deletes what was settled before, and what belongs to it. */
  forget(before: { readonly delivered: number; readonly setAside: number }): void {
    const { forgetDelivered, forgetAside, forgetEvents, forgetMemories } = this.#statements;
    inTransaction(this.#database, () => {
      const { changes } = forgetDelivered.run(before.delivered);
      const { changes: aside } = forgetAside.run(before.setAside);
      if (Number(changes) + Number(aside) > 0) forgetEvents.run();
      forgetMemories.run(before.setAside);
    });
  }

  /**
   * Removes a pilot from stored events. What was delivered is deleted; what waits is sent without the name.
   * @param alias - what stands in the place of the ident, and of these words
   */
  erasePilot(pilotId: string, words: readonly string[], alias: string): void {
    const { eraseSettled, eraseAttempts, ofPilot, erase, forgetEvents } = this.#statements;
    const replace = replacementOf(words, alias);
    inTransaction(this.#database, () => {
      eraseSettled.run(pilotId);
      eraseAttempts.run(pilotId);
      for (const row of ofPilot.all(pilotId))
        erase.run(anonymousPayload(textOf(row, 'payload'), alias, replace), numberOf(row, 'number'));
      forgetEvents.run();
    });
  }

  /** Overwrites what deleted rows left in the file. @throws an error that is unreachable while it cannot be done */
  scrub(): void {
    scrubDatabase(this.#database);
  }
}

/** The reason of a filing that sticks may be the pilot's own words. */
function anonymousPayload(payload: string, alias: string, replace: Replacement): string {
  const event = replaceInJson(JSON.parse(payload), replace) as {
    readonly data?: { reason?: unknown; readonly flight?: { readonly pilot: { ident: string } } };
  };
  const { data } = event;
  if (data?.flight !== undefined) data.flight.pilot.ident = alias;
  if (data?.reason !== undefined) data.reason = null;
  return JSON.stringify(event);
}

function dueOf(row: Row): DueDelivery {
  return {
    number: numberOf(row, 'number'),
    lane: textOf(row, 'lane'),
    attempts: numberOf(row, 'attempts'),
    memory: textOrNull(row, 'memory'),
    event: {
      id: textOf(row, 'id'),
      type: textOf(row, 'type') as EventType,
      at: numberOf(row, 'at'),
      lane: textOf(row, 'lane'),
      flightId: textOrNull(row, 'flight'),
      pilotId: textOrNull(row, 'pilot'),
      payload: textOf(row, 'payload'),
    },
  };
}
