import type { Aircraft } from '../../tracking/model.ts';
import { Refusal } from '../../tracking/refusals.ts';
import type { Wish } from '../seven/schedule-plan.ts';
import {
  type Candidate,
  notAllowed,
  objection,
  obstacle,
  outOfService,
  selectCandidates,
  toCandidate,
} from './candidates.ts';
import type { Database } from './database.ts';
import type { SiteRules } from './site-settings.ts';
import { readAllowedSubfleets, readSubfleets } from './subfleets.ts';

/** Most aircraft that are listed for a flight. */
const maxChoices = 200;
/** Why a flight cannot be flown that no aircraft is offered for. */
export const noAircraft = 'There is no aircraft that you may take for this flight now.';

/** Which aircraft the site lets a pilot take (PirepService `prefile`, FlightController `aircraft`). */
export class Fleet {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  async listChoices(wish: Wish, rules: SiteRules): Promise<readonly Aircraft[]> {
    const [choices = []] = await this.listChoicesOfEach(wish.pilotId, [wish], rules);
    return choices.map(({ aircraft }) => aircraft);
  }

  /** For each of these flights what `listChoices` would offer, those at its departure first: the fleet is read once for all. */
  async listChoicesOfEach(
    pilotId: string,
    wishes: readonly Wish[],
    rules: SiteRules,
  ): Promise<readonly (readonly Candidate[])[]> {
    const ids = wishes.flatMap(({ scheduleId }) => scheduleId ?? []);
    const subfleets = await readSubfleets(this.#database, pilotId, ids, rules);
    const offered = wishes.map((wish) => new Set(subfleets.of(wish)));
    const all = new Set(offered.flatMap((each) => [...each]));
    const active = (await this.#read(pilotId, ...within('c.subfleet_id', [...all]))).filter((each) => each.isActive);
    return wishes.map(({ departure }, index) => {
      const isElsewhere = (each: Candidate) => (each.airportId === departure ? 0 : 1);
      return active
        .filter((each) => offered[index]?.has(each.subfleetId) === true && objection(each, departure, rules) === null)
        .sort((a, b) => isElsewhere(a) - isElsewhere(b))
        .slice(0, maxChoices);
    });
  }

  async exists(aircraftId: string): Promise<boolean> {
    const sql = 'SELECT c.id FROM {aircraft} c WHERE c.id = ? AND {?c.aircraft.deleted_at} IS NULL';
    return (await this.#database.rows(sql, [aircraftId])).length > 0;
  }

  /** Why the site would not let the pilot take this aircraft, in words; null when it would. */
  async objectionTo(aircraftId: string, wish: Wish, rules: SiteRules): Promise<string | null> {
    const [candidate] = await this.#read(wish.pilotId, 'c.id = ?', [aircraftId]);
    if (candidate === undefined) return 'The aircraft of this bid no longer exists. Bid again with another one.';
    const allowed = await readAllowedSubfleets(this.#database, wish.pilotId, rules);
    if (allowed !== null && !allowed.has(candidate.subfleetId)) return notAllowed(candidate);
    return objection(candidate, wish.departure, rules);
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
    if (found.length === 0) throw refuseAircraft(field, `the crew center has no aircraft ${word}`);
    const offered = await this.#offered(wish, rules);
    const reasons: string[] = [];
    for (const candidate of found) {
      const reason = offered.has(candidate.subfleetId)
        ? objection(candidate, wish.departure, rules)
        : notAllowed(candidate);
      if (reason === null) return candidate.aircraft;
      reasons.push(reason);
    }
    throw refuseAircraft(field, reasons[0] ?? 'is not available');
  }

  /**
   * The aircraft of this id, which must be one that `listChoices` would offer for the flight.
   * @throws Refusal `invalid` naming `aircraft`
   */
  async findChoice(aircraftId: string, wish: Wish, rules: SiteRules): Promise<Aircraft> {
    const [candidate] = isId(aircraftId) ? await this.#read(wish.pilotId, 'c.id = ?', [aircraftId]) : [];
    if (candidate === undefined) throw refuseAircraft('aircraft', `the crew center has no aircraft ${aircraftId}`);
    const offered = await this.#offered(wish, rules);
    if (!offered.has(candidate.subfleetId)) throw refuseAircraft('aircraft', notAllowed(candidate));
    if (!candidate.isActive) throw refuseAircraft('aircraft', outOfService(candidate));
    const reason = objection(candidate, wish.departure, rules);
    if (reason !== null) throw refuseAircraft('aircraft', reason);
    return candidate.aircraft;
  }

  /** Returns the aircraft with this id if it is in service and free, otherwise null. Does not check who may fly it, and from where. */
  async findUsable(aircraftId: string, pilotId: string, rules: SiteRules): Promise<Candidate | null> {
    const [candidate] = isId(aircraftId) ? await this.#read(pilotId, 'c.id = ?', [aircraftId]) : [];
    return candidate?.isActive === true && obstacle(candidate, rules) === null ? candidate : null;
  }

  /** Every aircraft of the site that is not deleted, in service or not. */
  listAll(pilotId: string): Promise<readonly Candidate[]> {
    return this.#read(pilotId, '1 = 1', []);
  }

  async #offered(wish: Wish, rules: SiteRules): Promise<ReadonlySet<number>> {
    const ids = wish.scheduleId === null ? [] : [wish.scheduleId];
    return new Set((await readSubfleets(this.#database, wish.pilotId, ids, rules)).of(wish));
  }

  async #read(pilotId: string, where: string, values: readonly (string | number)[]): Promise<Candidate[]> {
    const sql = `${selectCandidates} AND ${where} ORDER BY c.icao, c.registration`;
    return (await this.#database.rows(sql, [pilotId, pilotId, ...values])).map(toCandidate);
  }
}

function within(column: string, ids: readonly number[]): [string, readonly number[]] {
  return ids.length === 0 ? ['1 = 0', []] : [`${column} IN (${ids.map(() => '?').join(', ')})`, ids];
}

function matching(field: 'aircraft' | 'registration', word: string): [string, readonly string[]] {
  if (field === 'registration') return ['c.registration = ?', [word]];
  return isId(word) ? ['c.id = ?', [word]] : ['c.icao = ?', [word]];
}

function isId(text: string): boolean {
  return /^\d+$/.test(text);
}

export function refuseAircraft(field: 'aircraft' | 'registration', reason: string): Refusal {
  return new Refusal('invalid', { message: 'This aircraft cannot be taken.', fields: { [field]: reason } });
}
