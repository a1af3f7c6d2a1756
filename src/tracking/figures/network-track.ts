import type { FedNetwork, Flight, NetworkTrack } from '../model.ts';

/** What a network's feed shows of a pilot. `at`: when the network saw it, milliseconds since the Unix epoch. */
export interface Sighting {
  readonly at: number;
  readonly callsign: string;
  readonly lat: number;
  readonly lon: number;
  /** ICAO type of the flight plan on the network; null when none is filed. */
  readonly aircraftType: string | null;
}

/** What a network's feed showed at one moment: `at` is the feed's own time, milliseconds since the epoch. */
export interface FeedReading {
  readonly at: number;
  /** By the pilot's id on the network; null for one of whom the feed says what cannot be read. */
  readonly seen: ReadonlyMap<string, Sighting | null>;
  /** Everybody who flies or controls there, for the map; absent where the feed does not say it. */
  readonly around?: NetworkAround;
}

/** An aircraft of a network. Degrees, feet, knots. */
export interface NetworkAircraft {
  readonly callsign: string;
  readonly lat: number;
  readonly lon: number;
  readonly headingDeg: number | null;
  readonly altitudeFt: number | null;
  readonly groundSpeedKt: number | null;
  readonly type: string | null;
}

/** A controller of a network. */
export interface NetworkController {
  readonly callsign: string;
  /** In MHz, `118.100`. */
  readonly frequency: string | null;
  /** Null where the feed does not say it, as VATSIM's. */
  readonly place: { readonly lat: number; readonly lon: number } | null;
  /** How far the controller sees, nautical miles. */
  readonly rangeNm: number | null;
}

/** Who is on a network, without names and member numbers. */
export interface NetworkAround {
  readonly aircraft: readonly NetworkAircraft[];
  /** Null where their list could not be read. */
  readonly controllers: readonly NetworkController[] | null;
}

/** The feeds of networks. */
export interface NetworkFeeds {
  /** Those that are read. */
  readonly networks: readonly FedNetwork[];
  /** Returns the newest reading; null when there is none. A feed is read only while it is asked for here. */
  newest(network: FedNetwork): FeedReading | null;
}

/** The feed is read more often; of a flight one reading a minute is kept. */
const everyS = 60;
/** Readings farther apart leave a gap: nobody knows whether the pilot was there. */
const maxGapS = 180;
/** Twenty hours; what is read later is not kept. */
const maxSeen = 1_200;
const maxParts = 100;

/**
 * Adds a reading of the feed to what it showed of a flight; null when nothing is to be stored.
 * @param at - of the reading, milliseconds since the epoch
 * @param sighting - undefined: the pilot was not there; null: what the feed says of the pilot cannot be read
 */
export function withReading(
  network: FedNetwork,
  track: NetworkTrack | undefined,
  at: number,
  sighting: Sighting | null | undefined,
): NetworkTrack | null {
  const { read, seen, signs } = track ?? { read: [], seen: [], signs: [] };
  const atS = Math.floor(at / 1_000);
  const [from, to] = read.at(-1) ?? [atS, Number.NEGATIVE_INFINITY];
  if (sighting === null || atS - to < everyS) return null;
  if (seen.length >= maxSeen || read.length >= maxParts || signs.length >= maxParts) return null;
  const parts = atS - to > maxGapS ? [...read, [atS, atS] as const] : [...read.slice(0, -1), [from, atS] as const];
  const base = { network, read: parts, seen, signs };
  const seenAtS = Math.floor((sighting?.at ?? 0) / 1_000);
  // One that the network still lists after the connection broke off was seen before.
  return sighting === undefined || seenAtS <= (seen.at(-1)?.[0] ?? 0) ? base : withSighting(base, seenAtS, sighting);
}

function withSighting(track: NetworkTrack, atS: number, { callsign, lat, lon, aircraftType }: Sighting): NetworkTrack {
  const known = track.signs.findIndex(([sign, type]) => sign === callsign && type === aircraftType);
  const sign = known < 0 ? track.signs.length : known;
  const signs = known < 0 ? [...track.signs, [callsign, aircraftType] as const] : track.signs;
  return { ...track, signs, seen: [...track.seen, [atS, rounded(lat), rounded(lon), sign]] };
}

/** A hundred metres: flights are compared by miles. */
function rounded(degrees: number): number {
  return Math.round(degrees * 1_000) / 1_000;
}

type OnNetworks = Pick<Flight, 'network' | 'onNetworks'>;

/** Returns the track on the network that its client named; otherwise the one with the larger number of sightings. */
function trackOf({ network, onNetworks = [] }: OnNetworks): NetworkTrack | undefined {
  const named = onNetworks.find((track) => track.network === network);
  return named ?? [...onNetworks].sort((one, other) => other.seen.length - one.seen.length)[0];
}

/** Returns what a network's feed showed of the flight, and when it was read, in milliseconds; null when none was read. */
export function sightingsOf(flight: OnNetworks) {
  const track = trackOf(flight);
  if (track === undefined) return { samples: null, feedRead: [] };
  const { network, read, seen, signs } = track;
  const samples = seen.map(([atS, lat, lon, sign]) => {
    const [callsign, aircraftType] = signs[sign] ?? ['', null];
    return { network, at: atS * 1_000, callsign, lat, lon, aircraftType };
  });
  return { samples, feedRead: read.map(([from, to]) => ({ from: from * 1_000, to: to * 1_000 })) };
}

/** Where and as what a flight was seen: for everybody, so only the callsign. */
export interface SeenAs {
  readonly network: FedNetwork;
  readonly callsign: string;
}

/** Returns as what a network shows the flight now, or showed it last when it has ended; null when it does not. */
export function seenAs(flight: OnNetworks & Pick<Flight, 'endedAt'>): SeenAs | null {
  const track = trackOf(flight);
  const last = track?.seen.at(-1);
  if (track === undefined || last === undefined) return null;
  const [atS, , , sign] = last;
  const [, readS] = track.read.at(-1) ?? [0, 0];
  if (flight.endedAt === null && readS - atS > maxGapS) return null;
  const [callsign] = track.signs[sign] ?? [''];
  return { network: track.network, callsign };
}
