import type { FeedReading, Sighting } from '../../tracking/figures/network-track.ts';
import type { FedNetwork } from '../../tracking/model.ts';
import { readAround } from './around.ts';
import { isDegrees, type Members, membersOf } from './members.ts';
import { objectsOf, UnreadableFeedError } from './pieces.ts';

/** Where each network's feed has what is read of it. */
interface Shape {
  /** Finds the time of the feed before its list of pilots. */
  readonly time: RegExp;
  /** The member's number. */
  id(pilot: Members): unknown;
  /** The place, and when it was seen. */
  place(pilot: Members): { readonly lat: unknown; readonly lon: unknown; readonly at: unknown };
  type(pilot: Members): unknown;
}

const shapes: Readonly<Record<FedNetwork, Shape>> = {
  // https://vatsim.dev/api/data-api/get-network-data
  vatsim: {
    time: /"update_timestamp"\s*:\s*"([^"\\]{1,40})"/,
    id: ({ cid }) => cid,
    place: ({ latitude: lat, longitude: lon, last_updated: at }) => ({ lat, lon, at }),
    type: ({ flight_plan: plan }) => membersOf(plan).aircraft_short,
  },
  // https://api.ivao.aero/docs, "/v2/tracker/whazzup"
  ivao: {
    time: /"updatedAt"\s*:\s*"([^"\\]{1,40})"/,
    id: ({ userId }) => userId,
    place({ lastTrack }) {
      const { latitude: lat, longitude: lon, timestamp: at } = membersOf(lastTrack);
      return { lat, lon, at };
    },
    type({ flightPlan }) {
      const { aircraftId, aircraft } = membersOf(flightPlan);
      return aircraftId ?? membersOf(aircraft).icaoCode;
    },
  },
};

/**
 * Returns what the text of a network's feed shows; null when it is no feed.
 * @throws UnreadableFeedError
 */
export async function readFeed(network: FedNetwork, text: string): Promise<FeedReading | null> {
  const found = await objectsOf(text, 'pilots');
  if (found === null) return null;
  const { objects: pilots, from } = found;
  // A network without pilots is one that has trouble: nobody is said to be away for it.
  if (pilots.length === 0) throw new UnreadableFeedError('it lists no pilots');
  const shape = shapes[network];
  const at = instantOf(shape.time.exec(text.slice(0, from))?.[1]) ?? newestOf(pilots, shape);
  if (at === null) throw new UnreadableFeedError('it does not say of when it is');
  const seen = new Map<string, Sighting | null>();
  for (const pilot of pilots) {
    const id = membersOf(pilot);
    const number = shape.id(id);
    if (typeof number === 'number' || typeof number === 'string') seen.set(String(number), sightingOf(id, shape, at));
  }
  return { at, seen, around: await readAround(network, text, pilots) };
}

/** Of a feed without a time of its own: when it saw the last of its pilots. */
function newestOf(pilots: readonly unknown[], { place }: Shape): number | null {
  const all = pilots.map((pilot) => instantOf(place(membersOf(pilot)).at)).filter((at) => at !== null);
  return all.length === 0 ? null : all.reduce((one, other) => Math.max(one, other));
}

function sightingOf(pilot: Members, shape: Shape, feedAt: number): Sighting | null {
  const { lat, lon, at } = shape.place(pilot);
  const callsign = String(pilot.callsign ?? '').toUpperCase();
  if (!isDegrees(lat, 90) || !isDegrees(lon, 180) || !/^[A-Z0-9_-]{1,16}$/.test(callsign)) return null;
  const type = String(shape.type(pilot) ?? '').toUpperCase();
  return {
    at: Math.min(instantOf(at) ?? feedAt, feedAt),
    callsign,
    lat,
    lon,
    aircraftType: /^[A-Z0-9]{2,4}$/.test(type) ? type : null,
  };
}

function instantOf(value: unknown): number | null {
  const at = typeof value === 'string' ? Date.parse(value) : Number.NaN;
  return Number.isNaN(at) ? null : at;
}

/** Returns the address of VATSIM's data in its `status.json` (https://vatsim.dev/api/status-api); null when there is none. */
export function dataAddressOf(text: string): string | null {
  try {
    const { v3 } = membersOf(membersOf(JSON.parse(text)).data);
    const [first] = Array.isArray(v3) ? (v3 as readonly unknown[]) : [];
    return typeof first === 'string' ? first : null;
  } catch {
    return null;
  }
}
