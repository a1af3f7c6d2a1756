import { connectTracker, type TrackedFlight, type TrackerClient } from '../../src/client/client.ts';

export interface PilotLogin {
  readonly login: string;
  readonly password: string;
  /** The pilot's own key, for the platform's API. */
  readonly key: string;
}

/** Finds the contract behind the bare address of the site, and logs in as the site's own pilot. */
export async function connect(siteUrl: string, pilot: PilotLogin): Promise<TrackerClient> {
  const tracker = await connectTracker(siteUrl);
  if (tracker.variant !== 'native') throw new Error('the client did not find the native contract');
  await tracker.login({ login: pilot.login, password: pilot.password });
  return tracker;
}

/** A bid made at the platform itself. */
export async function bidOn(siteUrl: string, pilot: PilotLogin, scheduleId: string): Promise<string> {
  const response = await fetch(`${siteUrl}/api/user/bids`, {
    method: 'PUT',
    headers: { 'x-api-key': pilot.key, 'content-type': 'application/json' },
    body: JSON.stringify({ flight_id: scheduleId }),
  });
  const body = (await response.json()) as { readonly data?: { readonly id: number } };
  if (body.data === undefined) throw new Error(`the platform made no bid on ${scheduleId}: ${response.status}`);
  return String(body.data.id);
}

export const landingRate = -187;
const points = 60;
/** The first report in the air, and the first on the ground again: it stands where it taxies. */
const takeOff = 3;
const touchDown = points - 3;
const stepMs = 120_000;

/** Two hours from one airport to the other, recorded up to now: every phase, fuel going down, and what happened aboard. */
export async function reportFlight(
  tracker: TrackerClient,
  flight: TrackedFlight,
  from = 0,
  to = points,
): Promise<void> {
  const { departure, arrival } = flight.view ?? fail();
  const begun = begunAt(tracker, flight);
  const between = (a: number | null, b: number | null, part: number) => (a ?? 0) + ((b ?? 0) - (a ?? 0)) * part;
  for (let index = from; index < to; index++) {
    const part = Math.min(1, Math.max(0, (index - takeOff) / (touchDown - takeOff)));
    const at = new Date(begun + index * stepMs).toISOString();
    const isAirborne = index >= takeOff && index < touchDown;
    await flight.report({
      recorded_at: at,
      lat: between(departure.lat, arrival.lat, part),
      lon: between(departure.lon, arrival.lon, part),
      heading: 60,
      altitude_msl: isAirborne ? 35_000 : 500,
      gs: isAirborne ? 460 : index === 0 || index === points - 1 ? 0 : 15,
      vs: 0,
      fuel: 90_000 - index * 1_000,
      on_ground: !isAirborne,
      phase: phaseAt(index),
    });
    const kind = kinds[index];
    if (kind !== undefined)
      await flight.record({ kind, recorded_at: at, ...(kind === 'landing' ? { data: { rate: landingRate } } : {}) });
  }
  await flight.delivered();
}

const beginnings = new WeakMap<TrackedFlight, number>();

/** The same for every part of a flight; whole seconds, as the platform keeps times. */
function begunAt(tracker: TrackerClient, flight: TrackedFlight): number {
  const at = beginnings.get(flight) ?? Math.floor((tracker.now() - points * stepMs) / 1_000) * 1_000;
  beginnings.set(flight, at);
  return at;
}

export const kinds: Readonly<Record<number, string>> = {
  1: 'block-off',
  [takeOff]: 'takeoff',
  [touchDown]: 'landing',
  [points - 1]: 'block-on',
};
export const pointCount = points;

function phaseAt(index: number): 'boarding' | 'taxi' | 'climb' | 'cruise' | 'descent' | 'landed' | 'arrived' {
  if (index === 0) return 'boarding';
  if (index < takeOff) return 'taxi';
  if (index < 8) return 'climb';
  if (index < points - 10) return 'cruise';
  if (index < touchDown) return 'descent';
  return index === points - 1 ? 'arrived' : 'landed';
}

function fail(): never {
  throw new Error('a flight that was started has no view');
}
