import type { Platform } from '../../platform/port.ts';
import type { AircraftRequest, Session } from '../calls.ts';
import type { FlightView } from '../figures/flight-view.ts';
import type { FlightFinder } from '../flight/find-flight.ts';
import type { LiveFlight } from '../flight/live-flight.ts';
import type { LiveFlights } from '../flight/live-flights.ts';
import { decide } from '../flight/state.ts';
import type { Aircraft } from '../model.ts';
import type { HostAircraft } from '../paperwork/host-aircraft.ts';
import { isRefusal, Refusal } from '../refusals.ts';
import type { PilotTurns } from '../sessions/pilot-turns.ts';
import { stillBusy } from '../sessions/waiting.ts';

/** Changes the aircraft of an open flight. Reports continue meanwhile; an unavailable crew center is notified later. */
export class ChangeAircraft {
  readonly #finder: FlightFinder;
  readonly #flights: LiveFlights;
  readonly #host: { readonly platform: Pick<Platform, 'findAircraft'>; readonly aircraft: HostAircraft };
  readonly #turns: PilotTurns;

  constructor(
    finder: FlightFinder,
    flights: LiveFlights,
    host: { readonly platform: Pick<Platform, 'findAircraft'>; readonly aircraft: HostAircraft },
    turns: PilotTurns,
  ) {
    this.#finder = finder;
    this.#flights = flights;
    this.#host = host;
    this.#turns = turns;
  }

  async run(session: Session, request: AircraftRequest): Promise<FlightView> {
    requireNamed(request);
    using wait = this.#turns.begin(request.holdsWorker);
    const found = await this.#finder.forPaperwork(session.pilot.id, request.name);
    decide('changeAircraft', found?.flight ?? null);
    const live = found?.live ?? null;
    if (live === null) throw new Error('changing the aircraft of an ended flight');
    const job = this.#change(live, request);
    if (!(await wait.settles(job))) {
      wait.letGo(job);
      // A stored change is delivered later; before it is stored, nothing has changed.
      if (live.flight.pendingAircraft === null) throw stillBusy();
    }
    decide('changeAircraft', live.flight);
    return live.view();
  }

  async #change(live: LiveFlight, request: AircraftRequest): Promise<void> {
    const { pilot, plan, aircraft: current } = live.flight;
    const { aircraft: word, registration } = request;
    if (current === null || !isMeant(current, request)) {
      const wanted = { aircraft: word, registration };
      const aircraft = await this.#host.platform.findAircraft(pilot.id, plan, wanted);
      // It may have been finished meanwhile.
      decide('changeAircraft', live.flight);
      if (aircraft.id !== live.flight.aircraft?.id)
        await this.#flights.apply(live, { kind: 'aircraft-changed', aircraft });
    }
    const refusal = await this.#host.aircraft.deliver(live).catch(ignoreRefusal);
    if (refusal !== null) throw refusal;
  }
}

/** The change is stored: the sweep delivers it later. */
function ignoreRefusal(error: unknown): null {
  if (!isRefusal(error)) throw error;
  return null;
}

function requireNamed({ aircraft, registration }: AircraftRequest): void {
  if (aircraft !== null || registration !== null) return;
  throw new Refusal('invalid', {
    message: 'Name the aircraft or its registration.',
    fields: { aircraft: 'is required unless a registration is given' },
  });
}

/** Returns whether the aircraft matches the request, by id, registration or type. */
function isMeant({ id, icao, registration }: Aircraft, wanted: AircraftRequest): boolean {
  const isSame = (word: string | null, ...names: readonly (string | null)[]) =>
    word === null || names.some((name) => name?.toUpperCase() === word.trim().toUpperCase());
  return isSame(wanted.aircraft, id, registration, icao) && isSame(wanted.registration, registration);
}
