import { statementFault } from '../../lib/mysql-failures.ts';
import type { Report } from '../../tracking/model.ts';
import { Refusal } from '../../tracking/refusals.ts';
import type { LiveRow } from '../port.ts';
import { type AcarsRow, eventRow, installedColumns, positionRow, valuesOf } from './acars-rows.ts';
import type { Database } from './database.ts';

/** Rows in one statement. Few sizes, so that each is prepared once; the last statement is filled up by repeating its last row. */
const sizes = [1, 10, 50, 250] as const;

/** Writes the platform's track and log: rows of `acars`. A row that is there already stays as it is. */
export class Track {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  async writeLive(rows: readonly LiveRow[], now: number): Promise<void> {
    const positions = rows.flatMap(({ flight, number, position, phase }) =>
      flight.pirepId === null ? [] : [positionRow(flight.pirepId, number, position, phase, now)],
    );
    await this.write(positions);
  }

  /** @throws Refusal `crew-center-refused` when the database rejects the content of a row. */
  async writeReports(pirepId: string, reports: readonly Report[], now: number): Promise<void> {
    await this.write(
      reports.map((report) =>
        report.kind === 'position'
          ? positionRow(pirepId, report.number, report.position, report.position.phase, now)
          : eventRow(pirepId, report.number, report.event, now),
      ),
    );
  }

  async write(rows: readonly AcarsRow[]): Promise<void> {
    const columns = await this.#database.columns('acars');
    const names = installedColumns(columns);
    const head = `INSERT INTO {acars} (${names.map((name) => `\`${name}\``).join(', ')}) VALUES `;
    const one = `(${names.map(() => '?').join(', ')})`;
    for (let at = 0; at < rows.length; at += sizes[3]) {
      const part = rows.slice(at, at + sizes[3]);
      const size = sizes.find((each) => each >= part.length) ?? sizes[3];
      const last = part.at(-1);
      while (last !== undefined && part.length < size) part.push(last);
      const values = part.flatMap((row) => valuesOf(row, names, columns));
      await this.#insert(`${head}${Array(size).fill(one).join(', ')} ON DUPLICATE KEY UPDATE id = id`, values);
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
