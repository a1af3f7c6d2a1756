import type { Journal, KnownPilot, StoredSession } from '../journal/journal.ts';
import type { AuditTrail } from './audit-trail.ts';
import type { LiveFlights } from './live-flights.ts';
import { Refusal } from './refusals.ts';
import type { Sessions } from './sessions.ts';

type PrivacyJournal = Pick<Journal, 'findPilot' | 'listFlights' | 'readReports' | 'erasePilot'>;

/** Maximum number of flights of one pilot. */
const maxFlights = 1_000_000;

/** A pilot's right to have what is kept of them, and to have it erased. */
export class Privacy {
  readonly #journal: PrivacyJournal;
  readonly #flights: LiveFlights;
  readonly #sessions: Sessions;
  readonly #audit: AuditTrail;

  constructor(journal: PrivacyJournal, flights: LiveFlights, sessions: Sessions, audit: AuditTrail) {
    this.#journal = journal;
    this.#flights = flights;
    this.#sessions = sessions;
    this.#audit = audit;
  }

  /**
   * Returns everything that the server itself keeps of the pilot, as one JSON document in pieces: the pilot, sessions, and
   * each flight with its reports. What the crew center holds is not part of it.
   * @throws Refusal `not-found` when nothing is kept of this ident
   */
  async export(ident: string): Promise<AsyncIterable<string>> {
    return this.#pieces(await this.#find(ident));
  }

  async *#pieces(pilot: KnownPilot): AsyncGenerator<string> {
    const sessions = this.#sessionsOf(pilot).map(({ createdAt, expiresAt }) => ({ createdAt, expiresAt }));
    yield `{"pilot":${JSON.stringify(pilot)},"sessions":${JSON.stringify(sessions)},"flights":[`;
    const flights = await this.#journal.listFlights({ pilotId: pilot.id, limit: maxFlights });
    for (const [index, flight] of flights.entries()) {
      const reports = await this.#journal.readReports(flight.number);
      yield `${index === 0 ? '' : ','}\n${JSON.stringify({ flight, reports })}`;
    }
    yield ']}\n';
  }

  /**
   * Removes the pilot's name and own words from the journal, and ends their sessions. Returns who it was.
   * @throws Refusal `not-found`; `flight-open` while a flight is under way or waits for the crew center
   */
  async erase(actor: string, ident: string): Promise<KnownPilot> {
    const pilot = await this.findErasable(ident);
    await this.#sessions.end(this.#sessionsOf(pilot).map(({ tokenHash }) => tokenHash));
    await this.#journal.erasePilot(pilot.id, pilot.ident);
    await this.#audit.write(actor, 'erase-pilot', pilot.id, null);
    return pilot;
  }

  /**
   * Returns the pilot whom `erase` would erase.
   * @throws Refusal as `erase`
   */
  async findErasable(ident: string): Promise<KnownPilot> {
    const pilot = await this.#find(ident);
    if ([...this.#flights].some(({ flight }) => flight.pilot.id === pilot.id))
      throw new Refusal('flight-open', {
        message: `${pilot.ident} has a flight that is open or waits for the crew center. Finish or cancel it first, then erase again.`,
      });
    return pilot;
  }

  #sessionsOf(pilot: KnownPilot): readonly StoredSession[] {
    return this.#sessions.list().filter(({ pilotId }) => pilotId === pilot.id);
  }

  async #find(ident: string): Promise<KnownPilot> {
    const pilot = await this.#journal.findPilot(ident);
    if (pilot !== null) return pilot;
    throw new Refusal('not-found', {
      message: `Nothing is kept of a pilot ${ident}. Give the ident, such as VMS0002.`,
    });
  }
}
