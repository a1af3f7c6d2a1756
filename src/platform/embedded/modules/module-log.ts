import type { DurableLog, Entry } from '../../../lib/follower.ts';
import { numberOf } from '../../../lib/row.ts';
import type { CrewCenter } from '../crew-center.ts';
import { type ModuleEvent, toEvent } from './event-log.ts';

/** An event in the log of the crew center. */
export interface LoggedEvent extends Entry {
  readonly event: ModuleEvent;
}

/** The events of the crew center as a log, which modules follow under their names: the cursor of each is in its row. */
export class ModuleLog implements DurableLog<LoggedEvent> {
  readonly #crewCenter: CrewCenter;

  constructor(crewCenter: CrewCenter) {
    this.#crewCenter = crewCenter;
  }

  async read(after: number, limit: number): Promise<readonly LoggedEvent[]> {
    const sql = 'SELECT * FROM tracker_events WHERE id > ? ORDER BY id LIMIT ?';
    const rows = this.#crewCenter.read(() => this.#crewCenter.all(sql, after, limit));
    return rows.map((row) => ({ number: numberOf(row, 'id'), event: toEvent(row) }));
  }

  last(): number {
    return this.#number('SELECT coalesce(max(id), 0) AS number FROM tracker_events') ?? 0;
  }

  /** Set when the module is enabled: it hears what happens from then on. */
  cursor(name: string): number | null {
    return this.#number('SELECT last_event_id AS number FROM modules WHERE name = ?', name);
  }

  /** Deletes what every enabled module has heard, too. A power cut may undo it: then the events are delivered again. */
  saveCursor(name: string, number: number): Promise<void> {
    const crewCenter = this.#crewCenter;
    return crewCenter.writeSoon(() => {
      crewCenter.run('UPDATE modules SET last_event_id = ? WHERE name = ? AND last_event_id < ?', number, name, number);
      crewCenter.run(
        `DELETE FROM tracker_events WHERE id <= coalesce(
           (SELECT min(last_event_id) FROM modules WHERE enabled = 1), (SELECT max(id) FROM tracker_events))`,
      );
    });
  }

  /** How many events of these names come after this one. */
  countAfter(number: number, names: readonly string[]): number {
    const sql = `SELECT count(*) AS number FROM tracker_events
      WHERE id > ? AND name IN (SELECT value FROM json_each(?))`;
    return this.#number(sql, number, JSON.stringify(names)) ?? 0;
  }

  #number(sql: string, ...values: (string | number)[]): number | null {
    const row = this.#crewCenter.read(() => this.#crewCenter.get(sql, ...values));
    return row === null ? null : numberOf(row, 'number');
  }
}
