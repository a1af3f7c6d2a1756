import type { Clock } from '../../lib/clock.ts';
import { NoteList } from '../note-list.ts';
import type { Records } from '../records.ts';
import { useNotedMs } from './staff-sessions.ts';

const noteName = 'web-visits';
/** Who comes back after this time begins another visit. */
const pauseMs = 3_600_000;

/** When a member of the staff used the pages. Instants are milliseconds since the epoch, on five minutes. */
export interface Visit {
  readonly memberId: string;
  /** The last use. */
  readonly at: number;
  /** The last use of the visit before; null for the first visit. */
  readonly before: number | null;
}

/** When members of the staff were here, whatever became of their sessions. */
export class Visits {
  readonly #clock: Clock;
  readonly #list: NoteList<Visit>;

  constructor(records: Pick<Records, 'readNote' | 'saveNote'>, clock: Clock) {
    this.#clock = clock;
    this.#list = new NoteList(records, noteName, isVisit);
  }

  find(memberId: string): Visit | null {
    return this.#list.items.find((each) => each.memberId === memberId) ?? null;
  }

  /** Notes that a member is here, where that was not noted in the last minutes. */
  async note(memberId: string): Promise<void> {
    const now = this.#clock.now();
    const last = this.find(memberId);
    if (last !== null && now - last.at < useNotedMs) return;
    const before = last === null || now - last.at < pauseMs ? (last?.before ?? null) : last.at;
    await this.#list.change((items) => ({
      items: [...items.filter((each) => each.memberId !== memberId), { memberId, at: now, before }],
      result: null,
    }));
  }

  /** Of a member who was removed. */
  forget(memberId: string): Promise<void> {
    return this.#list.change((items) => ({
      items: items.filter((each) => each.memberId !== memberId),
      result: undefined,
    }));
  }
}

function isVisit(value: unknown): value is Visit {
  if (typeof value !== 'object' || value === null) return false;
  const { memberId, at, before } = value as Record<string, unknown>;
  return typeof memberId === 'string' && Number.isFinite(at) && (before === null || Number.isFinite(before));
}
