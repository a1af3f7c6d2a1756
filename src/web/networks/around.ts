import { placeOfAirport } from '../../lib/runways/airport-places.ts';
import type { FeedReading, NetworkController, NetworkFeeds } from '../../tracking/figures/network-track.ts';
import type { Around, AroundController } from './wire.ts';

/** What was made of the newest reading of each network: visitors ask more often than it changes. */
const made = new WeakMap<FeedReading, Around>();

/** Returns who is on the networks whose feeds are read; reads them for the next minute. */
export function aroundOf(feeds: NetworkFeeds): readonly Around[] {
  return feeds.networks.flatMap((network) => {
    const reading = feeds.newest(network);
    return reading === null ? [] : [made.get(reading) ?? make(network, reading)];
  });
}

function make(network: string, reading: FeedReading): Around {
  const { aircraft = [], controllers = null } = reading.around ?? {};
  const around: Around = {
    network,
    at: reading.at,
    aircraft: aircraft.map(({ callsign, lat, lon, headingDeg, altitudeFt, groundSpeedKt, type }) => {
      return [callsign, rounded(lat), rounded(lon), headingDeg, altitudeFt, groundSpeedKt, type];
    }),
    controllers: controllers?.flatMap(placed) ?? null,
  };
  made.set(reading, around);
  return around;
}

/** A controller without coordinates is drawn at the airport that its callsign begins with; area controllers without coordinates are not drawn. */
function placed({ callsign, frequency, place, rangeNm }: NetworkController): readonly AroundController[] {
  const isOfArea = /_(?:CTR|FSS)$/.test(callsign);
  const at = place ?? (isOfArea ? null : placeOfAirport(callsign.split('_')[0] ?? ''));
  return at === null ? [] : [[callsign, frequency, rounded(at.lat), rounded(at.lon), rangeNm]];
}

/** Eleven metres. */
function rounded(degrees: number): number {
  return Math.round(degrees * 1e4) / 1e4;
}
