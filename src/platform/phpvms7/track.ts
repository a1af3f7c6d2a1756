import { statementFault } from '../../lib/mysql-failures.ts';
import type { Report } from '../../tracking/model.ts';
import { Refusal } from '../../tracking/refusals.ts';
import type { LiveRow } from '../port.ts';
import { type AcarsRow, asEventOfPirep, eventRow, installedColumns, positionRow, valuesOf } from './acars-rows.ts';
import { inSizes } from './batches.ts';
import type { Database } from './database.ts';

/** Writes the platform's track and log: rows of `acars`, and of `pirep_events` where it has that. A row that is there already stays as it is. */
export class Track {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  async writeLive(rows: readonly LiveRow[], now: number): Promise<void> {
    const positions = rows.flatMap(({ flight, number, position, phase }) =>
      flight.pirepId === null ? [] : [positionRow(flight.pirepId, number, position, phase, now)],
    );
    await this.#writePoints(positions);
  }

  /** @throws Refusal `crew-center-refused` when the database rejects the content of a row. */
  async writeReports(pirepId: string, reports: readonly Report[], now: number): Promise<void> {
    const points: AcarsRow[] = [];
    const lines: AcarsRow[] = [];
    for (const report of reports) {
      if (report.kind === 'position')
        points.push(positionRow(pirepId, report.number, report.position, report.position.phase, now));
      else lines.push(eventRow(pirepId, report.number, report.event, now));
    }
    await this.#writePoints(points);
    await this.writeLines(lines);
  }

  /** Lines of the log. */
  async writeLines(lines: readonly AcarsRow[]): Promise<void> {
    const columns = await this.#database.columns('pirep_events');
    if (columns.size === 0) return this.#writePoints(lines);
    const rows = lines.map(asEventOfPirep);
    await this.#write('pirep_events', rows, Object.keys(rows[0] ?? {}));
  }

  async #writePoints(rows: readonly AcarsRow[]): Promise<void> {
    await this.#write('acars', rows, installedColumns(await this.#database.columns('acars')));
  }

  async #write(table: string, rows: readonly AcarsRow[], names: readonly string[]): Promise<void> {
    const columns = await this.#database.columns(table);
    const head = `INSERT INTO {${table}} (${names.map((name) => `\`${name}\``).join(', ')}) VALUES `;
    const one = `(${names.map(() => '?').join(', ')})`;
    for (const part of inSizes(rows)) {
      const values = part.flatMap((row) => valuesOf(row, names, columns));
      await this.#insert(`${head}${Array(part.length).fill(one).join(', ')} ON DUPLICATE KEY UPDATE id = id`, values);
    }
  }

  async #insert(sql: string, values: Parameters<Database['run']>[1]): Promise<void> {
    try {
      await this.#database.run(sql, values);
    } catch (error) {
      const fault = statementFault(error);
      if (fault === null) throw error;
      throw new Refusal('crew-center-refused', { message: `The crew center's database refused a report (${fault}).` });
    }
  }
}
