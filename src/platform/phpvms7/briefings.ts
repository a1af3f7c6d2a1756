import { numberOrNull, type Row, textOf, textOrNull } from '../../lib/row.ts';
import type { FlightPlan } from '../../tracking/model.ts';
import type { Database } from './database.ts';
import { faresOfBriefing } from './dispatch.ts';
import { type Ofp, readOfp } from './ofp.ts';

/** Flight plans that are kept in memory. */
const maxKept = 500;

/** What a pilot prepared for a flight with SimBrief, and did not fly yet. */
export interface Briefing {
  readonly plan: FlightPlan;
  /** As many as the platform's load sheet has, by the fare's id. */
  readonly sold: ReadonlyMap<string, number>;
}

/** Table `simbrief`. A flight plan is large and hardly ever changes: what was read of it is kept. */
export class Briefings {
  readonly #database: Database;
  readonly #kept = new Map<string, Ofp>();

  constructor(database: Database) {
    this.#database = database;
  }

  /** The pilot's newest for each schedule, by the schedule's id. */
  async readAll(pilotId: string): Promise<ReadonlyMap<string, Briefing>> {
    const rows = await this.#database.rows(
      `SELECT s.id, s.flight_id, s.updated_at, {?s.simbrief.fare_data} AS fare_data, c.id AS aircraft_id, c.icao, c.name, c.registration
       FROM {simbrief} s LEFT JOIN {aircraft} c ON c.id = {?s.simbrief.aircraft_id} AND {?c.aircraft.deleted_at} IS NULL
       WHERE s.user_id = ? AND s.flight_id IS NOT NULL AND s.pirep_id IS NULL ORDER BY s.created_at, s.id`,
      [pilotId],
    );
    const briefings = new Map<string, Briefing>();
    for (const row of rows) briefings.set(textOf(row, 'flight_id'), toBriefing(row, await this.#readOfp(row)));
    return briefings;
  }

  async #readOfp(row: Row): Promise<Ofp> {
    const name = `${textOf(row, 'id')} ${textOrNull(row, 'updated_at')}`;
    const kept = this.#kept.get(name);
    if (kept !== undefined) return kept;
    // On main the flight plan is a file of the site's storage, which is not read: its aircraft and its load are known.
    const sql = 'SELECT {?s.simbrief.ofp_xml} AS ofp_xml FROM {simbrief} s WHERE s.id = ?';
    const [found] = await this.#database.rows(sql, [textOf(row, 'id')]);
    const ofp = readOfp(found === undefined ? '' : (textOrNull(found, 'ofp_xml') ?? ''));
    if (this.#kept.size >= maxKept) this.#kept.delete(this.#kept.keys().next().value ?? '');
    this.#kept.set(name, ofp);
    return ofp;
  }
}

function toBriefing(row: Row, ofp: Ofp): Briefing {
  const sheet = faresOfBriefing(textOrNull(row, 'fare_data'));
  return {
    plan: { ofpId: textOf(row, 'id'), ...ofp, aircraft: aircraftOf(row) },
    sold: new Map(sheet.map(({ id, count }) => [String(id), count])),
  };
}

function aircraftOf(row: Row): FlightPlan['aircraft'] {
  const id = numberOrNull(row, 'aircraft_id');
  if (id === null) return null;
  const [icao, name] = [textOrNull(row, 'icao'), textOrNull(row, 'name')];
  return { id: String(id), icao, name, registration: textOrNull(row, 'registration') };
}
