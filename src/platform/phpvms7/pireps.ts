import type { MysqlValue } from '../../lib/mysql.ts';
import { numberOf, type Row, textOf, textOrNull } from '../../lib/row.ts';
import type { OwnedPirep } from '../own-api.ts';
import type { HostFlight, HostPirep } from '../port.ts';
import { hostPirepState, pirepState } from '../seven/pirep-state.ts';
import { fromSqlTime, toSqlTime } from '../seven/sql-time.ts';
import type { Database } from './database.ts';
import { type FiledFigure, sourceName } from './pirep-fields.ts';

/** A PIREP of the site, as far as the paperwork asks. One that is soft-deleted is none. */
export interface PirepRow {
  readonly id: string;
  readonly state: HostPirep['state'];
  /** Saved on the site and not submitted: neither on its map nor filed. */
  readonly isDraft: boolean;
  readonly status: string;
  readonly aircraftId: string | null;
  readonly createdAt: number;
  /** When it was filed last, by the site's clock; null when it was not. */
  readonly submittedAt: number | null;
}

const progressColumns = ['distance', 'flight_time', 'fuel_used', 'block_off_time'] as const;

const select = `SELECT p.id, p.state, p.status, p.aircraft_id, p.created_at, p.submitted_at FROM {pireps} p
  WHERE {?p.pireps.deleted_at} IS NULL`;

/** Table `pireps`, read; and the few columns of it that may be moved without the platform's PIREP service. */
export class Pireps {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  /** This pilot's PIREP of this id: another pilot's is none, whatever the platform's REST API would do with it. */
  async find(pirepId: string, pilotId: string): Promise<PirepRow | null> {
    const [row] = await this.#database.rows(`${select} AND p.id = ? AND p.user_id = ?`, [pirepId, pilotId]);
    return row === undefined ? null : toPirepRow(row);
  }

  /** Any pilot's PIREP of this id. */
  async findAny(pirepId: string): Promise<PirepRow | null> {
    const [row] = await this.#database.rows(`${select} AND p.id = ?`, [pirepId]);
    return row === undefined ? null : toPirepRow(row);
  }

  /** The PIREP that the platform takes this id for, by the collation of its database as in each of its own calls. */
  async findOwner(id: string): Promise<OwnedPirep | null> {
    const [row] = await this.#database.rows(
      'SELECT p.id, p.user_id FROM {pireps} p WHERE {?p.pireps.deleted_at} IS NULL AND p.id = ?',
      [id],
    );
    return row === undefined ? null : { pirepId: textOf(row, 'id'), pilotId: textOf(row, 'user_id') };
  }

  /** Whether the id is in use, by whomever, also by a PIREP that is soft-deleted. */
  async isTaken(pirepId: string): Promise<boolean> {
    return (await this.#database.rows('SELECT p.id FROM {pireps} p WHERE p.id = ?', [pirepId])).length > 0;
  }

  /**
   * What `prefile` would meet for this plan (app/Services/PirepService.php, `findDuplicate`), and open PIREPs of the same
   * flight of any age: newest first.
   */
  async sameFlight(flight: HostFlight, duplicateMin: number, now: number): Promise<readonly PirepRow[]> {
    const { plan, pilotId } = flight;
    const legs = [
      ['route_code', plan.routeCode],
      ['route_leg', plan.routeLeg],
    ].flatMap(([column, value]) => (value === null ? [] : [{ column, value: String(value) }]));
    const rows = await this.#database.rows(
      `${select} AND p.user_id = ? AND (p.flight_id = ? OR (p.airline_id = ? AND p.flight_number = ?
         AND p.dpt_airport_id = ? AND p.arr_airport_id = ?${legs.map(({ column }) => ` AND p.${column} = ?`).join('')}))
       AND (p.state IN (?, ?) OR (p.state <> ? AND p.created_at >= ?))
       ORDER BY p.created_at DESC, p.id LIMIT 20`,
      [
        pilotId,
        plan.scheduleId,
        plan.airlineId,
        plan.flightNumber,
        plan.departure.icao,
        plan.arrival.icao,
        ...legs.map(({ value }) => value),
        pirepState.inProgress,
        pirepState.paused,
        pirepState.cancelled,
        toSqlTime(now - duplicateMin * 60_000),
      ],
    );
    return rows.flatMap((row) => toPirepRow(row) ?? []);
  }

  /**
   * Position rows alone do not keep a flight on the platform's map, nor from its hourly clean-up: both look at
   * `updated_at` (AcarsRepository `getPositions`, RemoveExpiredLiveFlights).
   */
  async touch(pirepIds: readonly string[], now: number): Promise<void> {
    if (pirepIds.length === 0) return;
    await this.#database.run(
      `UPDATE {pireps} SET updated_at = ? WHERE id IN (${pirepIds.map(() => '?').join(', ')}) AND state = ?
       AND (updated_at IS NULL OR updated_at < ?)`,
      [toSqlTime(now), ...pirepIds, pirepState.inProgress, toSqlTime(now)],
    );
  }

  /**
   * What is flown so far, for the platform's map and page between two changes of phase, and that the flight still flies.
   * `status` and `state` alone have listeners there (app/Models/Pirep.php, `dispatchesEvents`): these columns have none.
   */
  async showProgress(pirepId: string, figures: Readonly<Record<string, unknown>>, now: number): Promise<void> {
    const known = progressColumns.filter((name) => figures[name] !== undefined && figures[name] !== null);
    await this.#database.run(
      `UPDATE {pireps} SET ${known.map((name) => `${name} = ?, `).join('')}updated_at = ? WHERE id = ? AND state = ?`,
      [...known.map((name) => figures[name] as MysqlValue), toSqlTime(now), pirepId, pirepState.inProgress],
    );
  }

  /** Removes it from the map and leaves it to the platform's own clean-up, which notifies listeners: used when the API no longer accepts calls of this pilot. */
  async shelve(pirepId: string, status: string, updatedAt: number): Promise<void> {
    await this.#database.run('UPDATE {pireps} SET status = ?, updated_at = ? WHERE id = ? AND state = ?', [
      status,
      toSqlTime(updatedAt),
      pirepId,
      pirepState.inProgress,
    ]);
  }

  /**
   * Corrects values after filing: the platform requires distance and flight time as numbers and sets its own time as
   * block-on, where we do not know them (`null` here); and 7.0.0-beta.5 overwrites the flown distance with the schedule's
   * (mended in 7.0.0, issue 1846 of the platform). Only on PIREPs that were filed as ours.
   */
  async keepFigures(pirepId: string, figures: Readonly<Record<FiledFigure, string | number | null>>): Promise<void> {
    const { distance, flight_time, block_on_time } = figures;
    await this.#database.run(
      `UPDATE {pireps} SET distance = ?, flight_time = ?, block_on_time = ? WHERE id = ? AND source_name = ?
       AND NOT (distance <=> ? AND flight_time <=> ? AND block_on_time <=> ?)`,
      [distance, flight_time, block_on_time, pirepId, sourceName, distance, flight_time, block_on_time],
    );
  }
}

function toPirepRow(row: Row): PirepRow | null {
  const number = numberOf(row, 'state');
  const state = hostPirepState(number);
  if (state === null) return null;
  return {
    id: textOf(row, 'id'),
    state,
    isDraft: number === pirepState.draft,
    status: textOf(row, 'status'),
    aircraftId: textOrNull(row, 'aircraft_id'),
    createdAt: fromSqlTime(textOrNull(row, 'created_at')) ?? 0,
    submittedAt: fromSqlTime(textOrNull(row, 'submitted_at')),
  };
}
