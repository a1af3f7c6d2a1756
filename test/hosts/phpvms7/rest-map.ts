import type { Tables } from './rest-tables.ts';

/**
 * The live map of the branch main, where a row is a flight on it (app/Services/PirepService.php, `openPositionRow`, `cancel`).
 * Releases up to 7.0.10 have no such table.
 */
export class RestMap {
  readonly #tables: Tables;
  #isThere: Promise<boolean> | null = null;

  constructor(tables: Tables) {
    this.#tables = tables;
  }

  /** Parked at its departure. A PIREP that is used again loses its track and its log first. */
  async open(pirepId: string, isReused: boolean): Promise<void> {
    if (!(await this.#exists())) return;
    if (isReused) {
      await this.#tables.run('DELETE FROM {pirep_events} WHERE pirep_id = ?', [pirepId]);
      await this.#tables.run('DELETE FROM {acars} WHERE pirep_id = ? AND type IN (0, 2)', [pirepId]);
      await this.close(pirepId);
    }
    await this.#tables.run(
      `INSERT INTO {pirep_positions} (pirep_id, user_id, phase, lat, lon, created_at, updated_at)
       SELECT p.id, p.user_id, 'SCH', COALESCE(a.lat, 0), COALESCE(a.lon, 0), NOW(), NOW()
       FROM {pireps} p LEFT JOIN {airports} a ON a.id = p.dpt_airport_id WHERE p.id = ?`,
      [pirepId],
    );
  }

  async close(pirepId: string): Promise<void> {
    if (await this.#exists()) await this.#tables.run('DELETE FROM {pirep_positions} WHERE pirep_id = ?', [pirepId]);
  }

  /** Where there is such a map, a pilot's own switch accepts PIREPs at once (`submit`): the condition for `users u`. */
  async ofPilot(): Promise<string> {
    return (await this.#exists()) ? ' OR u.auto_accept_pireps = 1' : '';
  }

  #exists(): Promise<boolean> {
    this.#isThere ??= this.#tables.has('pirep_positions');
    return this.#isThere;
  }
}
