import type { Journal, KnownPilot, StoredSession } from '../../../journal/journal.ts';
import type { AuditTrail } from '../../delivery/audit-trail.ts';
import type { LiveFlights } from '../../flight/live-flights.ts';
import type { Flight } from '../../model.ts';
import type { ErasedPilot, FurtherNames } from '../../operator-calls.ts';
import { isRefusal, Refusal } from '../../refusals.ts';
import type { Devices } from '../../sessions/devices.ts';
import type { KnownNetworks } from '../../sessions/known-networks.ts';
import type { Sessions } from '../../sessions/sessions.ts';
import type { Scrubbing } from '../../sweep/scrubbing.ts';

type PilotTraces = Parameters<Journal['erasePilot']>[0];
type PrivacyJournal = Pick<Journal, 'findPilot' | 'listFlights' | 'readReports' | 'erasePilot'>;

/** How logins are stored, where pilots came from, and what the crew center keeps of them. */
interface LoginTraces {
  digest(text: string): string;
  readonly networks: Pick<KnownNetworks, 'forget'>;
  /** By what it is; nothing where it is a matter of the host's. */
  pilotRecords(pilotId: string): Promise<Readonly<Record<string, unknown>>>;
}

/** Maximum number of flights of one pilot. */
const maxFlights = 1_000_000;

export const noFurtherNames: FurtherNames = { words: [], names: [], keys: [] };

/** @param digest - of a login in lower case, or of a key */
export function tracesOf(
  { id, ident, name }: KnownPilot,
  also: FurtherNames,
  digest: (text: string) => string,
): PilotTraces {
  const words = [ident, ...also.words];
  const logins = [...words.map((word) => word.trim().toLowerCase()), ...also.keys];
  return { pilotId: id, words, names: [name, ...also.names], loginHashes: logins.map(digest) };
}

/** Returns the pilot whom the crew center knows, where nothing else is kept of them. @throws Refusal `not-found` */
export async function unlessUnknown(finding: Promise<KnownPilot>, { pilot }: FurtherNames): Promise<KnownPilot> {
  try {
    return await finding;
  } catch (error) {
    if (pilot !== undefined && isRefusal(error, 'not-found')) return pilot;
    throw error;
  }
}

/** The copy says what staff corrected and why, as it says what they noted; not who of them it was. */
function withoutAuthors(flight: Flight): unknown {
  const { receipt } = flight;
  if (receipt?.corrections === undefined) return flight;
  const corrections = receipt.corrections.map(({ at, reason, before, figures }) => ({ at, reason, before, figures }));
  return { ...flight, receipt: { ...receipt, corrections } };
}

/** A pilot's right to have what is kept of them, and to have it erased. */
export class Privacy {
  readonly #journal: PrivacyJournal;
  readonly #flights: LiveFlights;
  readonly #sessions: Sessions;
  readonly #devices: Devices;
  readonly #audit: AuditTrail;
  readonly #login: LoginTraces;
  readonly #scrubbing: Scrubbing;

  constructor(
    journal: PrivacyJournal,
    flights: LiveFlights,
    { sessions, devices }: { readonly sessions: Sessions; readonly devices: Devices },
    audit: AuditTrail,
    login: LoginTraces,
    scrubbing: Scrubbing,
  ) {
    this.#journal = journal;
    this.#flights = flights;
    this.#sessions = sessions;
    this.#devices = devices;
    this.#audit = audit;
    this.#login = login;
    this.#scrubbing = scrubbing;
  }

  /**
   * Returns everything that the server itself keeps of the pilot, as one JSON document in pieces: the pilot, sessions, and
   * each flight with its reports; and what the crew center has where that is ours. What a host holds is not part of it.
   * @param there - the pilot as a crew center of ours knows them, for one who has not flown
   * @throws Refusal `not-found` when nothing is kept of this ident
   */
  async export(ident: string, there?: KnownPilot): Promise<AsyncIterable<string>> {
    const also = there === undefined ? noFurtherNames : { ...noFurtherNames, pilot: there };
    return this.#pieces(await unlessUnknown(this.#find(ident), also));
  }

  async *#pieces(pilot: KnownPilot): AsyncGenerator<string> {
    const sessions = this.#devices.usesOf(pilot.id);
    yield `{"pilot":${JSON.stringify(pilot)},"sessions":${JSON.stringify(sessions)},"flights":[`;
    const flights = await this.#journal.listFlights({ pilotId: pilot.id, limit: maxFlights });
    for (const [index, flight] of flights.entries()) {
      const reports = await this.#journal.readReports(flight.number);
      yield `${index === 0 ? '' : ','}\n${JSON.stringify({ flight: withoutAuthors(flight), reports })}`;
    }
    yield ']';
    for (const [what, kept] of Object.entries(await this.#login.pilotRecords(pilot.id)))
      yield `,\n${JSON.stringify(what)}:${JSON.stringify(kept)}`;
    yield '}\n';
  }

  /**
   * Removes the pilot from the journal, and ends their sessions. Returns who it was.
   * @throws Refusal `not-found`; `flight-open` while a flight is under way or waits for the crew center
   */
  async erase(actor: string, ident: string, also: FurtherNames): Promise<ErasedPilot> {
    const pilot = await unlessUnknown(this.findErasable(ident), also);
    const traces = tracesOf(pilot, also, this.#login.digest);
    await this.#sessions.end(this.#sessionsOf(pilot).map(({ tokenHash }) => tokenHash));
    const isScrubbed = await this.#scrubbing.after(async () => {
      await this.#login.networks.forget(pilot.id, traces.loginHashes);
      await this.#devices.forget(pilot.id);
      await this.#journal.erasePilot(traces);
      await this.#audit.write(actor, 'erase-pilot', pilot.id, null);
    });
    return { ...pilot, isScrubbed };
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
