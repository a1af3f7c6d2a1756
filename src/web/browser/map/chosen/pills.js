import { departureLateMin, gateLateMin, punctuality } from '../../lateness.js';

/** @typedef {import('../aircraft.js').Aircraft} Aircraft */
/** @typedef {{ say: typeof import('../../visitor/visitor.js').say, figures: import('../../figures.js').Figures }} Words */
/** @typedef {'late' | 'early' | 'on-time' | null} Tone */
/** @typedef {{ code: string, name: string | null, time: string, planned: string, note: string, tone: Tone }} End an airport of a flight: when it left or arrives, as planned, and what is to be said of that */

/** Where in an airport's name its city ends. */
const kindOfAirport = /(?: international| intl| regional| municipal)? (?:airport|airfield|aerodrome|air base)\b/i;

/** Returns what an airport's name says of its place: “Munich” of “Munich International Airport”. @param {string | null} name */
export function townIn(name) {
  const [plain = ''] = (name ?? '').split('(');
  return plain.slice(0, kindOfAirport.exec(plain)?.index).trim();
}

/** Returns what is known of both ends of a flight. @param {Aircraft} aircraft @param {ReturnType<typeof import('../progress.js').progressOf>} progress @param {number} now @param {Words} words @returns {{ from: End, to: End }} */
export function endsOf({ flight }, progress, now, words) {
  const [departure, arrival, plannedMin] = flight.planned;
  const { offBlockAt, takeoffAt, landingAt, expectedAt, doubtMin } = progress;
  const leftMin = departureLateMin(departure, offBlockAt);
  const known = { arrivalTime: arrival, plannedMin, offBlockAt, expectedAt: landingAt ?? expectedAt, doubtMin: 0 };
  const doubt = landingAt === null ? (doubtMin ?? 0) : 0;
  /** @type {{ note: string, tone: Tone }} */
  const said = flight.divertedFrom
    ? { note: words.say('diverted.from', { airport: flight.divertedFrom }), tone: 'late' }
    : noteOf(gateLateMin(known), doubt, words);
  return {
    from: endOf(flight.departure, departure, offBlockAt ?? takeoffAt, now, words, noteOf(leftMin, 0, words)),
    to: endOf(flight.arrival, arrival, known.expectedAt, now, words, said),
  };
}

/** @param {import('../../../live/wire.ts').MapAirport} airport @param {string | null} planned @param {number | null} at @param {number} now @param {Words} words @param {{ note: string, tone: Tone }} said @returns {End} */
function endOf({ icao: code, name }, planned, at, now, { say, figures }, { note, tone }) {
  const time = at === null ? '' : figures.clockOn(at, now);
  return { code, name, time, planned: planned === null ? '' : say('end.planned', { time: planned }), note, tone };
}

/** Says how late a flight is, or how early. @param {number | null} lateMin @param {number} doubtMin @param {Words} words @returns {{ note: string, tone: Tone }} */
function noteOf(lateMin, doubtMin, { say, figures }) {
  const tone = punctuality(lateMin, doubtMin);
  if (tone === null) return { note: '', tone };
  return { note: say(`end.${tone}`, { time: figures.duration(Math.abs(lateMin ?? 0)) }), tone };
}

/** Returns the countdown to the landing: what is counted, how long it is, and when that is; of a silent flight only when it was expected. @param {ReturnType<typeof import('../progress.js').progressOf>} progress @param {number} now @param {Words} words @param {boolean} [isSilent] */
export function countdownOf({ landingAt, expectedAt, doubtMin }, now, { say, figures }, isSilent = false) {
  if (landingAt !== null)
    return {
      title: say('eta.landed'),
      left: figures.ago((now - landingAt) / 1_000),
      at: figures.clockOn(landingAt, now),
    };
  if (expectedAt === null) return null;
  const time = figures.clockOn(expectedAt, now);
  if (isSilent) return { title: say('eta.about', { time }), left: '', at: '' };
  const at = doubtMin === null ? time : say('eta.at', { time, minutes: doubtMin });
  const leftMin = (expectedAt - now) / 60_000;
  if (leftMin < 1) return { title: say('eta.title'), left: say('eta.due'), at };
  return { title: say('eta.in'), left: figures.duration(leftMin), at };
}
