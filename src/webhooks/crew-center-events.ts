import { newId } from '../lib/tokens.ts';
import type { NewEvent } from './event.ts';
import { crewCenterEvent } from './flight-events.ts';
import type { WatchList } from './store/watch-list.ts';

const lostNote = 'crew-center-lost-at';

/** Turns what is seen of the crew center into events: one when it is lost and one when it is back, also across a restart. */
export class CrewCenterEvents {
  readonly #list: WatchList;
  readonly #publish: (event: NewEvent, done: () => void) => void;
  #lostAt: number | null;

  /** @param publish - stores the event; `done` is part of the same transaction */
  constructor(list: WatchList, publish: (event: NewEvent, done: () => void) => void) {
    this.#list = list;
    this.#publish = publish;
    const text = list.readNote(lostNote);
    this.#lostAt = text === null ? null : Number(text);
  }

  /** @param lostBecause - why the crew center could not be reached just now; null when it could */
  note(lostBecause: string | null, now: number): void {
    const lostAt = this.#lostAt;
    if (lostBecause !== null && lostAt === null) {
      const event = crewCenterEvent(newId(), 'crew_center.lost', now, { reason: lostBecause });
      this.#publish(event, () => this.#list.saveNote(lostNote, String(now)));
      this.#lostAt = now;
    } else if (lostBecause === null && lostAt !== null) {
      const down = {
        lost_at: new Date(lostAt).toISOString(),
        down_for: Math.max(0, Math.round((now - lostAt) / 1_000)),
      };
      const event = crewCenterEvent(newId(), 'crew_center.back', now, down);
      this.#publish(event, () => this.#list.saveNote(lostNote, null));
      this.#lostAt = null;
    }
  }
}
