import type { Platform } from '../../src/platform/port.ts';
import type { Draws } from './chance.ts';
import type { Counters } from './counters.ts';
import type { CrewEvidence, NumberedMarker, PirepEvidence } from './evidence.ts';
import type { Fortune } from './fortune.ts';
import type { Generation } from './front.ts';
import { type Course, type Fate, inWords, mayRefuse } from './model-crew-center/conduct.ts';
import type { ModelHost } from './model-crew-center/host.ts';
import { ModelCrewCenter } from './model-crew-center/model-crew-center.ts';
import { planOf } from './model-crew-center/plans.ts';
import { accountOf } from './pilots/account.ts';
import { addSchedules } from './readers/booked-schedules.ts';
import { Life, type VirtualTime } from './virtual-time.ts';

/** How the crew center behaves for the moment. */
export interface CrewConduct {
  /** Likelihood of each fate of a call; the rest goes well. */
  readonly fates: Readonly<Partial<Record<Fate, number>>>;
  /** Mean time of a call, milliseconds. */
  readonly meanMs: number;
}

export const goodCrew: CrewConduct = { fates: {}, meanMs: 20 };
/** Calls that go well take no longer. */
const usualMs = 1_000;
const calmMs = 10_000;

const departure = { icao: 'LSZH', name: 'Zürich', lat: 10, lon: 0 };
const arrival = { icao: 'LEPA', name: 'Palma', lat: 10, lon: 0.02 };

/** The crew center of the simulation: its pilots, its faults, and what is found there. */
export class SimulatedCrew implements CrewEvidence {
  readonly life: Life;
  conduct = goodCrew;
  /** What becomes of the next call of this name, instead. */
  surprise: { readonly call: string; course(): Course } | null = null;
  /** Called with the name of each call that reaches it. */
  onCall: (call: string) => void = () => undefined;
  readonly #model: ModelCrewCenter;
  readonly #draws: Draws;
  readonly #counters: Counters;
  readonly #fortune: Fortune;
  readonly #note: (line: string) => void;
  #bids = 0;
  /** When the last call has ended that does not go well, or takes longer than usual. */
  troubleUntil = Number.NEGATIVE_INFINITY;
  /** When that began: calls that go well for some seconds end it. */
  troubleSince = Number.NEGATIVE_INFINITY;
  #lastUnreadableAt = Number.NEGATIVE_INFINITY;

  constructor(parts: {
    time: VirtualTime;
    draws: Draws;
    counters: Counters;
    fortune: Fortune;
    note: (line: string) => void;
    generation: Generation;
    accounts: number;
  }) {
    this.life = new Life(parts.time, 'crew');
    this.#draws = parts.draws;
    this.#counters = parts.counters;
    this.#fortune = parts.fortune;
    this.#note = parts.note;
    this.#model = new ModelCrewCenter(this.life.clock, parts.generation);
    this.#model.conduct = {
      courseOf: (call) => {
        this.onCall(call);
        return this.#courseOf(call);
      },
    };
    furnish(this.#model.host, parts.accounts);
  }

  open(life: Life): Platform {
    return this.#model.open(life.clock);
  }

  heal(): void {
    this.surprise = null;
    this.conduct = goodCrew;
    this.host.maxBatch = Number.POSITIVE_INFINITY;
  }

  /** For what its staff does. */
  get host(): ModelHost {
    return this.#model.host;
  }

  offerBid(pilotId: string): void {
    this.#bids += 1;
    const number = String(100 + this.#bids);
    const aircraft = this.host.aircraft.get('1') ?? null;
    this.host.addBid(pilotId, planOf({ id: `schedule${this.#bids}`, number, departure, arrival, aircraft }));
  }

  /** Whether a server may have been given an answer after this time that nobody can read. */
  wasUnreadableAfter(at: number): boolean {
    return this.#lastUnreadableAt >= at;
  }

  pireps(): readonly PirepEvidence[] {
    return [...this.host.pireps.values()].map(({ id: pirepId, flightId, pilotId, bidId, state }) => ({
      pirepId,
      flightId,
      pilotId,
      bidId,
      state,
    }));
  }

  track(pirepId: string): readonly NumberedMarker[] | null {
    if (!this.host.capabilities.track) return null;
    const reports = [...(this.host.pireps.get(pirepId)?.reports.values() ?? [])];
    return reports.flatMap((each) => (each.kind === 'position' ? [{ ...each.position, number: each.number }] : []));
  }

  #courseOf(call: string): Course {
    const course = this.#drawCourse(call);
    if (course.fate !== 'well' || this.conduct !== goodCrew || course.workMs + course.answerMs > usualMs)
      this.#noteTrouble(course.workMs + course.answerMs);
    return course;
  }

  #noteTrouble(ms: number): void {
    const now = this.life.now();
    if (now > this.troubleUntil + calmMs) this.troubleSince = now;
    this.troubleUntil = Math.max(this.troubleUntil, now + ms);
  }

  #drawCourse(call: string): Course {
    if (this.surprise?.call === call) return this.#surprise(this.surprise);
    const { meanMs } = this.conduct;
    const times = { workMs: this.#draws.wait(meanMs), answerMs: this.#draws.wait(meanMs) };
    const name = this.#fortune.nameOf(`crew center ${call}`);
    const drawn = this.#drawFate();
    const fate = drawn === 'refused' && !mayRefuse(call, this.host.capabilities) ? 'down' : drawn;
    if (fate === 'well' || !this.#fortune.allows('fates', name)) return { fate: 'well', ...times };
    this.#counters.fault(`crew center: ${fate}`);
    this.#note(`the crew center ${inWords[fate](call)}`);
    const arrivesAt = this.life.now() + times.workMs + times.answerMs;
    if (fate === 'garbled') this.#lastUnreadableAt = Math.max(this.#lastUnreadableAt, arrivesAt);
    return { fate, ...times };
  }

  #surprise({ call, course }: NonNullable<SimulatedCrew['surprise']>): Course {
    this.surprise = null;
    const drawn = course();
    if (drawn.fate === 'well') return drawn;
    this.#counters.fault(`crew center: ${drawn.fate}`);
    this.#note(`the crew center ${inWords[drawn.fate](call)}`);
    return drawn;
  }

  #drawFate(): Fate {
    let share = this.#draws.next();
    for (const [fate, probability] of Object.entries(this.conduct.fates) as [Fate, number][]) {
      if (share < probability) return fate;
      share -= probability;
    }
    return 'well';
  }
}

function furnish(host: ModelHost, accounts: number): void {
  for (const airport of [departure, arrival]) host.airports.set(airport.icao, airport);
  host.airlines.add('MDL');
  const aircraft = { id: '1', icao: 'A320', name: 'Airbus A320', registration: 'HB-AAA', isFree: true };
  host.aircraft.set('1', aircraft);
  host.aircraft.set('2', { ...aircraft, id: '2', registration: 'HB-BBB' });
  addSchedules(host, (id, number) =>
    planOf({ id, number, departure, arrival, aircraft: host.aircraft.get('1') ?? null }),
  );
  host.settings = { ...host.settings, bidsRequired: true };
  for (let number = 1; number <= accounts; number++) {
    const { id, login: email, password, apiKey } = accountOf(number);
    const pilot = { id, ident: `MDL${1000 + number}`, name: `Pilot ${number}`, email, password, apiKey };
    host.pilots.set(id, { ...pilot, standing: 'active' });
  }
}
