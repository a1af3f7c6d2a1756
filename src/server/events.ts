import type { Logger } from '../lib/log.ts';
import type { CrewCenterSettings } from '../platform/port.ts';
import { wayOf } from '../tracking/figures/arrival.ts';
import type { ChangeKind, StoredChange } from '../tracking/flight/changes.ts';
import { type Flight, flightName } from '../tracking/model.ts';
import type { Delay } from '../tracking/paperwork/delays.ts';

/**
 * Events of the server's log: one function and one line for each, at level `info` unless it needs the operator's
 * attention. Fields are typed, so that no password, token or key can be logged.
 */
export interface Events {
  signedIn(pilot: string, address: string, by: 'password' | 'api-key'): void;
  signInRefused(reason: string, address: string): void;
  flightChanged(change: StoredChange): void;
  delayed(delay: Delay): void;
  crewCenterLost(reason: string): void;
  crewCenterBack(downForMs: number): void;
  settingsChanged(names: readonly string[]): void;
}

export function createEvents(log: Logger): Events {
  return {
    signedIn: (pilot, address, by) => log.info({ event: 'sign-in', pilot, address, by }, 'pilot signed in'),
    signInRefused: (reason, address) => log.info({ event: 'sign-in-refused', reason, address }, 'sign-in refused'),
    flightChanged: (change) => logFlight(log, change),
    delayed: (delay) => log.warn({ event: 'flight-delayed', ...delayedOf(delay) }, delayLines[delay.errand]),
    crewCenterLost: (reason) =>
      log.warn(
        { event: 'crew-center-lost', reason },
        'crew center unavailable; reports are stored and delivered later',
      ),
    crewCenterBack: (downForMs) =>
      log.info({ event: 'crew-center-back', downForS: Math.round(downForMs / 1_000) }, 'crew center available again'),
    settingsChanged: (names) =>
      log.info({ event: 'settings-changed', settings: names.join(', ') }, 'settings of the crew center changed'),
  };
}

interface FlightLine {
  readonly text: string;
  readonly more?: (flight: Flight) => object;
}

/** The message of each change of a flight, and its additional fields. */
export const flightLines: Readonly<Record<ChangeKind, FlightLine>> = {
  started: { text: 'flight opened', more: ({ pirepId }) => ({ pirepId }) },
  refused: { text: 'start refused by the crew center', more: reasonOf },
  resumed: { text: 'flight resumed' },
  'took-off': { text: 'take-off' },
  landed: { text: 'landing', more: ({ air }) => ({ landingRateFpm: air?.landing?.rateFpm ?? null }) },
  suspended: { text: 'flight suspended: no report for a while' },
  filing: { text: 'flight finished; its PIREP is being filed' },
  filed: { text: 'PIREP filed', more: filedOf },
  corrected: { text: 'figures of the PIREP corrected by staff', more: filedOf },
  cancelled: { text: 'flight cancelled', more: reasonOf },
  abandoned: { text: 'flight abandoned', more: reasonOf },
  'set-aside': {
    text: 'filing set aside; it needs the operator',
    more: ({ setAside }) => ({ reason: setAside }),
  },
  retried: { text: 'filing is being retried' },
  renewed: { text: 'PIREP missing in the crew center; it was opened again', more: ({ pirepId }) => ({ pirepId }) },
  'aircraft-changed': {
    text: 'aircraft changed',
    more: ({ aircraft }) => ({ aircraft: aircraft?.registration ?? null }),
  },
};

function isKnown(kind: string): kind is ChangeKind {
  return Object.hasOwn(flightLines, kind);
}

function logFlight(log: Logger, { number, at, kind, flight }: StoredChange): void {
  // A newer version may have stored kinds that this one does not know.
  const { text, more }: FlightLine = isKnown(kind) ? flightLines[kind] : { text: kind };
  const fields = {
    event: `flight-${kind}`,
    change: number,
    at: new Date(at).toISOString(),
    ...namesOf(flight),
    ...more?.(flight),
  };
  if (kind === 'set-aside') log.warn(fields, text);
  else log.info(fields, text);
}

/** Which errand the crew center could not take. */
export const delayLines: Readonly<Record<Delay['errand'], string>> = {
  start: 'start failed: the crew center cannot take it now',
  finish: 'filing waits for the crew center, and is retried',
  check: 'the check of a filed PIREP waits for the crew center, and is retried',
  cancel: 'cancellation waits for the crew center, and is retried',
  aircraft: 'a change of the aircraft waits for the crew center, and is retried',
};

const delayedOf = ({ flight, errand, reason }: Delay) => ({ errand, ...namesOf(flight), reason });

const namesOf = (flight: Flight) => ({
  flight: flight.id,
  callsign: flightName(flight.plan),
  pilot: flight.pilot.ident,
  route: wayOf(flight, '-'),
});

function reasonOf({ reason }: Flight): object {
  return reason === null ? {} : { reason };
}

function filedOf({ receipt }: Flight): object {
  if (receipt === null) return {};
  const { pirepId, pirepState, pirep } = receipt;
  const { flightTimeMin, landingRateFpm, judgement } = pirep;
  const ofRules =
    judgement === undefined ? {} : { rules: judgement.set, score: judgement.score, ruled: judgement.state };
  return { pirepId, pirepState, flightTimeMin, landingRateFpm, ...ofRules };
}

/** Logs once when the crew center becomes unavailable, and once when it is available again. */
export class CrewCenterWatch {
  readonly #events: Events;
  readonly #now: () => number;
  #lostAt: number | null = null;
  #listener: (lostBecause: string | null) => void = () => undefined;

  constructor(events: Events, now: () => number) {
    this.#events = events;
    this.#now = now;
  }

  get isLost(): boolean {
    return this.#lostAt !== null;
  }

  /** Passes on what is noted from now on. */
  listen(listener: (lostBecause: string | null) => void): void {
    this.#listener = listener;
  }

  /** @param lostBecause - why the crew center could not be reached just now; null when it could */
  note(lostBecause: string | null): void {
    this.#listener(lostBecause);
    if (lostBecause !== null && this.#lostAt === null) {
      this.#lostAt = this.#now();
      this.#events.crewCenterLost(lostBecause);
    } else if (lostBecause === null && this.#lostAt !== null) {
      this.#events.crewCenterBack(this.#now() - this.#lostAt);
      this.#lostAt = null;
    }
  }
}

/** Returns the names of the settings that differ, never their values. */
export function changedSettings(before: CrewCenterSettings, after: CrewCenterSettings): readonly string[] {
  return Object.entries(after).flatMap(([name, value]) =>
    before[name as keyof CrewCenterSettings] === value ? [] : [name],
  );
}
