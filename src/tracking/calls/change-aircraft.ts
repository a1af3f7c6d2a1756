import type { AircraftRequest, Session } from '../calls.ts';
import type { FlightView } from '../figures/flight-view.ts';
import type { LiveFlight } from '../flight/live-flight.ts';
import { decide } from '../flight/state.ts';
import type { Aircraft } from '../model.ts';
import type { OpeningCore } from '../opening/core.ts';
import { deliverAircraft } from '../paperwork/host-aircraft.ts';
import { isRefusal, Refusal } from '../refusals.ts';
import { stillBusy } from '../sessions/waiting.ts';

/** Changes the aircraft of an open flight. Reports continue meanwhile; an unavailable crew center is notified later. */
export async function changeAircraft(
  core: OpeningCore,
  { pilot }: Session,
  request: AircraftRequest,
): Promise<FlightView> {
  requireNamed(request);
  using wait = core.turns.begin(request.holdsWorker);
  const found = await core.finder.forPaperwork(pilot.id, request.name);
  decide('changeAircraft', found?.flight ?? null);
  const live = found?.live ?? null;
  if (live === null) throw new Error('changing the aircraft of an ended flight');
  const job = change(core, live, request);
  if (!(await wait.settles(job))) {
    wait.letGo(job);
    // A stored change is delivered later; before it is stored, nothing has changed.
    if (live.flight.pendingAircraft === null || !core.flights.isStored(live)) throw stillBusy();
  }
  decide('changeAircraft', live.flight);
  return live.view();
}

async function change(core: OpeningCore, live: LiveFlight, request: AircraftRequest): Promise<void> {
  const { pilot, plan, aircraft: current } = live.flight;
  const { aircraft: word, registration } = request;
  let wanted = current;
  if (wanted === null || !isMeant(wanted, request)) {
    wanted = await core.platform.findAircraft(pilot.id, plan, { aircraft: word, registration });
    // It may have been finished meanwhile.
    decide('changeAircraft', live.flight);
    if (wanted.id !== live.flight.aircraft?.id) {
      live.refusedAircraft.delete(wanted.id);
      await core.flights.apply(live, { kind: 'aircraft-changed', aircraft: wanted });
    }
  }
  await deliverAircraft(core, live).catch(ignoreRefusal);
  // Calls at once share the delivery: each is answered with what became of its own aircraft.
  const refusal = live.refusedAircraft.get(wanted.id);
  if (refusal !== undefined && live.flight.aircraft?.id !== wanted.id) throw refusal;
}

/** The change is stored: the sweep delivers it later. */
function ignoreRefusal(error: unknown): void {
  if (!isRefusal(error)) throw error;
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
