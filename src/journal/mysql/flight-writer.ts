import type { MysqlSession } from '../../lib/mysql.ts';
import type { FlightRow } from '../operations.ts';
import { forKeys, repeated } from './bulk.ts';
import type { GatheredRows } from './gathered-rows.ts';

type FlightKey = readonly [part: number, flight: number];

/** Writes flights with what follows from them, inside the caller's transaction. */
export class FlightWriter {
  readonly #session: MysqlSession;
  readonly #rows: GatheredRows;
  /** Flights whose `is_live` may be another now. */
  readonly #touched = new Map<string, FlightKey>();
  /** All PIREPs of the flights that were saved. */
  readonly #pireps = new Map<string, { readonly key: FlightKey; readonly ids: readonly string[] }>();

  constructor(session: MysqlSession, rows: GatheredRows) {
    this.#session = session;
    this.#rows = rows;
  }

  save(part: number, row: FlightRow): void {
    const { number, id, pilotId, state, hasIntent, endedAt, document } = row;
    const key = `${part}/${number}`;
    this.#rows.flights.replace(key, part, number, id, pilotId, state, hasIntent ? 1 : 0, endedAt, document);
    this.#pireps.set(key, { key: [part, number], ids: row.pirepIds });
    this.touch(part, number);
  }

  touch(part: number, flight: number): void {
    this.#touched.set(`${part}/${flight}`, [part, flight]);
  }

  /** Must be called before the gathered rows are written for the last time. */
  async savePireps(): Promise<void> {
    const saved = [...this.#pireps.values()];
    await forKeys(
      saved.map(({ key }) => key),
      (count, keys) =>
        this.#session.run(
          `DELETE FROM flight_pireps WHERE ${repeated('(part = ? AND flight = ?)', count, ' OR ')}`,
          keys,
        ),
    );
    for (const { key, ids } of saved) for (const id of ids) this.#rows.pireps.add(key[0], id, key[1]);
  }

  /** Must be called after everything else was written. */
  async refreshLive(): Promise<void> {
    await forKeys([...this.#touched.values()], (count, keys) =>
      this.#session.run(
        `UPDATE flights f LEFT JOIN sealed s ON s.part = f.part AND s.flight = f.number
           LEFT JOIN delivered d ON d.part = f.part AND d.flight = f.number
         SET f.is_live = f.state IN ('starting', 'open', 'suspended', 'filing') OR f.has_intent OR
           coalesce(s.last_number, 0) > coalesce(d.number, 0)
         WHERE ${repeated('(f.part = ? AND f.number = ?)', count, ' OR ')}`,
        keys,
      ),
    );
  }
}
