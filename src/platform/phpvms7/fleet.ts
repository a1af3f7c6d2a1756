import { flagOf, numberOf, numberOrNull, type Row, textOf, textOrNull } from '../../lib/row.ts';
import type { Aircraft } from '../../tracking/model.ts';
import { Refusal } from '../../tracking/refusals.ts';
import type { Database } from './database.ts';
import type { SiteRules } from './site-settings.ts';

/** Most aircraft that are listed for a bid. */
const maxChoices = 200;
const activeStatus = 'A';

/** An aircraft, and what the site's rules ask about it. */
interface Candidate {
  readonly aircraft: Aircraft;
  readonly subfleetId: number;
  readonly airportId: string | null;
  readonly isActive: boolean;
  readonly isParked: boolean;
  readonly isBooked: boolean;
  readonly isBriefed: boolean;
}

/** What the rules are asked for: who, from where, and (of a schedule) in which subfleets. */
export interface Wish {
  readonly pilotId: string;
  readonly departure: string;
  readonly scheduleId: string | null;
  readonly airlineId: string | null;
}

const select = `SELECT c.id, c.icao, c.name, c.registration, c.subfleet_id, c.airport_id, c.status, c.state,
    EXISTS (SELECT 1 FROM {bids} b WHERE {?b.bids.aircraft_id} = c.id AND b.user_id <> ?) AS booked,
    EXISTS (SELECT 1 FROM {simbrief} s WHERE {?s.simbrief.aircraft_id} = c.id AND s.user_id <> ? AND s.flight_id IS NOT NULL) AS briefed
  FROM {aircraft} c JOIN {subfleets} f ON f.id = c.subfleet_id AND {?f.subfleets.deleted_at} IS NULL
  WHERE {?c.aircraft.deleted_at} IS NULL`;

/**
 * Which aircraft the site lets a pilot take: the flight's subfleets or the company's or the pilot's own, cut down by
 * rank and type rating, place, bids and briefings (FlightService `filterSubfleets`, UserService `getAllowableSubfleets`,
 * PirepService `prefile`).
 */
export class Fleet {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  async listChoices(wish: Wish, rules: SiteRules): Promise<readonly Aircraft[]> {
    const subfleets = await this.#offeredSubfleets(wish, rules);
    const candidates = await this.#read(wish.pilotId, ...within('c.subfleet_id', subfleets));
    const allowed = candidates.filter((each) => each.isActive && objection(each, wish, rules) === null);
    const isElsewhere = (each: Candidate) => (each.airportId === wish.departure ? 0 : 1);
    return allowed
      .sort((a, b) => isElsewhere(a) - isElsewhere(b))
      .slice(0, maxChoices)
      .map((each) => each.aircraft);
  }

  async exists(aircraftId: string): Promise<boolean> {
    const sql = 'SELECT c.id FROM {aircraft} c WHERE c.id = ? AND {?c.aircraft.deleted_at} IS NULL';
    return (await this.#database.rows(sql, [aircraftId])).length > 0;
  }

  /** Why the site would not let the pilot take this aircraft, in words; null when it would. */
  async objectionTo(aircraftId: string, wish: Wish, rules: SiteRules): Promise<string | null> {
    const [candidate] = await this.#read(wish.pilotId, 'c.id = ?', [aircraftId]);
    if (candidate === undefined) return 'The aircraft of this bid no longer exists. Bid again with another one.';
    const allowed = await this.#allowedSubfleets(wish.pilotId, rules);
    if (allowed !== null && !allowed.has(candidate.subfleetId)) return notAllowed(candidate);
    return objection(candidate, wish, rules);
  }

  /** @throws Refusal `invalid` naming `aircraft` or `registration` */
  async find(
    wish: Wish,
    rules: SiteRules,
    wanted: { readonly aircraft: string | null; readonly registration: string | null },
  ): Promise<Aircraft> {
    const field = wanted.registration === null ? 'aircraft' : 'registration';
    const word = (wanted.registration ?? wanted.aircraft ?? '').trim();
    const found = await this.#read(wish.pilotId, ...matching(field, word));
    if (found.length === 0) throw invalid(field, `the crew center has no aircraft ${word}`);
    const offered = new Set(await this.#offeredSubfleets(wish, rules));
    const reasons: string[] = [];
    for (const candidate of found) {
      const reason = offered.has(candidate.subfleetId) ? objection(candidate, wish, rules) : notAllowed(candidate);
      if (reason === null) return candidate.aircraft;
      reasons.push(reason);
    }
    throw invalid(field, reasons[0] ?? 'is not available');
  }

  async #offeredSubfleets(wish: Wish, rules: SiteRules): Promise<readonly number[]> {
    const allowed = await this.#allowedSubfleets(wish.pilotId, rules);
    const own = await this.#subfleetsOf('flight_subfleet WHERE flight_id = ?', wish.scheduleId);
    const company =
      own.length === 0 && rules.onlyCompanyAircraft
        ? await this.#subfleetsOf('subfleets WHERE airline_id = ?', wish.airlineId)
        : own;
    if (company.length > 0) return company.filter((id) => allowed?.has(id) ?? true);
    if (allowed !== null) return [...allowed];
    const rows = await this.#database.rows('SELECT f.id FROM {subfleets} f WHERE {?f.subfleets.deleted_at} IS NULL');
    return rows.map((row) => numberOf(row, 'id'));
  }

  async #subfleetsOf(
    where: 'flight_subfleet WHERE flight_id = ?' | 'subfleets WHERE airline_id = ?',
    id: string | null,
  ) {
    if (id === null) return [];
    const column = where.startsWith('subfleets') ? 'id' : 'subfleet_id';
    const rows = await this.#database.rows(
      `SELECT ${column} AS id FROM ${where.replace(/^\w+/, (table) => `{${table}}`)}`,
      [id],
    );
    return rows.map((row) => numberOf(row, 'id'));
  }

  /** Null when the site restricts nobody. */
  async #allowedSubfleets(pilotId: string, rules: SiteRules): Promise<ReadonlySet<number> | null> {
    const byRank = rules.restrictToRank
      ? await this.#idsOf(
          'SELECT r.subfleet_id AS id FROM {subfleet_rank} r JOIN {users} u ON u.rank_id = r.rank_id WHERE u.id = ?',
          pilotId,
        )
      : null;
    const byRating = rules.restrictToTypeRating
      ? await this.#idsOf(
          `SELECT t.subfleet_id AS id FROM {typerating_subfleet} t
           JOIN {typerating_user} u ON u.typerating_id = t.typerating_id WHERE u.user_id = ?`,
          pilotId,
        )
      : null;
    if (byRank === null || byRating === null) return byRank ?? byRating;
    return new Set([...byRank].filter((id) => byRating.has(id)));
  }

  async #idsOf(sql: string, pilotId: string): Promise<Set<number>> {
    return new Set((await this.#database.rows(sql, [pilotId])).map((row) => numberOf(row, 'id')));
  }

  async #read(pilotId: string, where: string, values: readonly (string | number)[]): Promise<Candidate[]> {
    const sql = `${select} AND ${where} ORDER BY c.icao, c.registration`;
    return (await this.#database.rows(sql, [pilotId, pilotId, ...values])).map(toCandidate);
  }
}

function within(column: string, ids: readonly number[]): [string, readonly number[]] {
  return ids.length === 0 ? ['1 = 0', []] : [`${column} IN (${ids.map(() => '?').join(', ')})`, ids];
}

function matching(field: 'aircraft' | 'registration', word: string): [string, readonly string[]] {
  if (field === 'registration') return ['c.registration = ?', [word]];
  return /^\d+$/.test(word) ? ['c.id = ?', [word]] : ['c.icao = ?', [word]];
}

function toCandidate(row: Row): Candidate {
  const icao = textOrNull(row, 'icao');
  return {
    aircraft: {
      id: textOf(row, 'id'),
      icao,
      name: textOrNull(row, 'name'),
      registration: textOrNull(row, 'registration'),
    },
    subfleetId: numberOf(row, 'subfleet_id'),
    airportId: textOrNull(row, 'airport_id'),
    isActive: textOrNull(row, 'status') === activeStatus,
    isParked: (numberOrNull(row, 'state') ?? 0) === 0,
    isBooked: flagOf(row, 'booked'),
    isBriefed: flagOf(row, 'briefed'),
  };
}

function objection(candidate: Candidate, wish: Wish, rules: SiteRules): string | null {
  const name = nameOf(candidate);
  if (!candidate.isParked) return `${name} is in use.`;
  if (rules.onlyAircraftAtDeparture && candidate.airportId !== wish.departure) {
    return `${name} is not at ${wish.departure}${candidate.airportId === null ? '' : ` but at ${candidate.airportId}`}.`;
  }
  if (rules.bidBlocksAircraft && candidate.isBooked) return `${name} is taken by another pilot's bid.`;
  if (rules.briefingBlocksAircraft && candidate.isBriefed) return `${name} is taken by another pilot's briefing.`;
  return null;
}

function notAllowed(candidate: Candidate): string {
  return `${nameOf(candidate)} is not among the aircraft that you may take for this flight.`;
}

function nameOf({ aircraft }: Candidate): string {
  return aircraft.registration ?? aircraft.icao ?? `Aircraft ${aircraft.id}`;
}

function invalid(field: 'aircraft' | 'registration', reason: string): Refusal {
  return new Refusal('invalid', { message: 'This aircraft cannot be taken.', fields: { [field]: reason } });
}
