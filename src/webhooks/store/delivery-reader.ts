import type { DatabaseSync, StatementSync } from 'node:sqlite';
import { numberOf, numberOrNull, type Row, textOf, textOrNull } from '../../lib/row.ts';

export const deliveryStates = ['waiting', 'delivered', 'skipped', 'set-aside'] as const;
export type DeliveryState = (typeof deliveryStates)[number];

/** A delivery with its latest attempts, for the operator. */
export interface DeliveryView {
  readonly number: number;
  /** The message's id, which the receiver sees. */
  readonly id: string;
  readonly type: string;
  readonly at: number;
  readonly flightId: string | null;
  readonly state: DeliveryState;
  readonly attempts: number;
  /** When it is tried next; null when it is settled. */
  readonly nextAt: number | null;
  /** What is sent. */
  readonly payload: string;
  /** Newest first. */
  readonly tries: readonly AttemptView[];
}

export interface AttemptView {
  readonly at: number;
  readonly durationMs: number;
  readonly request: string;
  readonly status: number | null;
  readonly answer: string;
}

export interface DeliveryCounts {
  readonly waiting: number;
  readonly setAside: number;
  /** The newest attempt; null when there was none. */
  readonly last: { readonly at: number; readonly status: number | null } | null;
}

/** What operators see of deliveries. */
export class DeliveryReader {
  readonly #page: StatementSync;
  readonly #tries: StatementSync;
  readonly #count: StatementSync;
  readonly #last: StatementSync;

  constructor(database: DatabaseSync) {
    this.#page = database.prepare(`
      SELECT d.number, d.state, d.attempts, d.next_at, e.id, e.type, e.at, e.flight, e.payload
      FROM deliveries d JOIN events e ON e.number = d.event
      WHERE d.endpoint = ? AND (? IS NULL OR d.state = ?) ORDER BY d.number DESC LIMIT ?`);
    this.#tries = database.prepare('SELECT * FROM attempts WHERE delivery = ? ORDER BY number DESC');
    this.#count = database.prepare(
      "SELECT state, count(*) AS count FROM deliveries WHERE endpoint = ? AND state IN ('waiting', 'set-aside') GROUP BY state",
    );
    this.#last = database.prepare(
      `SELECT a.at, a.status FROM attempts a JOIN deliveries d ON d.number = a.delivery WHERE d.endpoint = ?
       ORDER BY a.number DESC LIMIT 1`,
    );
  }

  /** Newest first. @param state - null for all */
  list(endpoint: string, state: DeliveryState | null, limit: number): readonly DeliveryView[] {
    return this.#page.all(endpoint, state, state, limit).map((row) => this.#view(row));
  }

  counts(endpoint: string): DeliveryCounts {
    const counts = new Map(this.#count.all(endpoint).map((row) => [textOf(row, 'state'), numberOf(row, 'count')]));
    const last = this.#last.get(endpoint);
    return {
      waiting: counts.get('waiting') ?? 0,
      setAside: counts.get('set-aside') ?? 0,
      last: last === undefined ? null : { at: numberOf(last, 'at'), status: numberOrNull(last, 'status') },
    };
  }

  #view(row: Row): DeliveryView {
    const number = numberOf(row, 'number');
    const state = deliveryStates.find((each) => each === textOf(row, 'state')) ?? 'waiting';
    return {
      number,
      id: textOf(row, 'id'),
      type: textOf(row, 'type'),
      at: numberOf(row, 'at'),
      flightId: textOrNull(row, 'flight'),
      state,
      attempts: numberOf(row, 'attempts'),
      nextAt: state === 'waiting' ? numberOf(row, 'next_at') : null,
      payload: textOf(row, 'payload'),
      tries: this.#tries.all(number).map((each) => ({
        at: numberOf(each, 'at'),
        durationMs: numberOf(each, 'duration_ms'),
        request: textOf(each, 'request'),
        status: numberOrNull(each, 'status'),
        answer: textOf(each, 'answer'),
      })),
    };
  }
}
