import { distanceNm } from '../geo.js';

/** @typedef {import('./aircraft.js').Aircraft} Aircraft */

const minuteMs = 60_000;

/** Returns how far a flight is: instants in milliseconds, distances in nautical miles, the share 0 … 1 of the way; null where unknown. @param {Aircraft} aircraft */
export function progressOf({ flight, place }) {
  const [offBlock, takeoff, landing, onBlock, flownNm, expected, doubtMin] = flight.progress;
  const { lat, lon } = flight.arrival;
  const toGoNm = lat === null || lon === null ? null : distanceNm({ lat: place[0], lon: place[1] }, { lat, lon });
  const hasLanded = landing !== null;
  const wholeNm = flownNm + (toGoNm ?? 0);
  const share = hasLanded ? 1 : toGoNm === null || wholeNm < 1 ? null : flownNm / wholeNm;
  return {
    offBlockAt: at(offBlock),
    takeoffAt: at(takeoff),
    landingAt: at(landing),
    onBlockAt: at(onBlock),
    flownNm,
    toGoNm,
    share,
    doubtMin,
    expectedAt: hasLanded ? null : at(expected),
  };
}

/** @param {number | null} minutes */
function at(minutes) {
  return minutes === null ? null : minutes * minuteMs;
}
