import { altitudeColor } from '../colors.js';

/** @typedef {import('./aircraft.js').Aircraft} Aircraft */
/** @typedef {'altitude' | 'phase' | 'airline'} Coloring what the colour of an aircraft says */
/** @typedef {{ color: string, key: import('../wording.js').TextKey | null, text: string }} LegendEntry the text's key, or the text itself */

/** @type {readonly Coloring[]} */
export const colorings = ['altitude', 'phase', 'airline'];

const legendFeet = [0, 5_000, 10_000, 20_000, 30_000, 40_000];
/** Groups of phases, with hue and saturation. @type {readonly (readonly [key: 'ground' | 'climb' | 'cruise' | 'descent', hue: number, saturation: number, phases: readonly string[]])[]} */
const groups = [
  ['ground', 35, 45, ['boarding', 'pushback', 'taxi', 'landed', 'taxi-in', 'arrived']],
  ['climb', 145, 65, ['takeoff', 'climb']],
  ['cruise', 212, 75, ['cruise']],
  ['descent', 18, 85, ['descent', 'approach', 'landing']],
];
/** Maximum number of airlines in the legend. */
const maxAirlines = 8;

/** Returns the colour of a reporting aircraft. @param {Aircraft} aircraft @param {Coloring} by @param {boolean} isDark */
export function colorOf(aircraft, by, isDark) {
  if (by === 'altitude') {
    const feet = aircraft.place[3];
    // In steps, so that few different symbols are drawn.
    return altitudeColor(feet === null ? null : Math.round(feet / 1_000) * 1_000, isDark);
  }
  if (by === 'phase') return phaseColor(aircraft.place[6], isDark);
  return airlineColor(aircraft.flight.airline, isDark);
}

/** Returns the colour of an aircraft that does not report. @param {boolean} isDark */
export function silentColor(isDark) {
  return altitudeColor(null, isDark);
}

/** Returns the group of a phase; one that only a client knows is as in cruise. @param {string} phase */
export function phaseGroup(phase) {
  return groups.find(([, , , phases]) => phases.includes(phase))?.[0] ?? 'cruise';
}

/** @param {string} phase @param {boolean} isDark */
function phaseColor(phase, isDark) {
  const [, hue, saturation] = groups.find(([, , , phases]) => phases.includes(phase)) ?? [];
  return hue === undefined ? silentColor(isDark) : `hsl(${hue} ${saturation}% ${isDark ? 58 : 42}%)`;
}

/** The same code has the same colour everywhere. @param {string | null} airline @param {boolean} isDark */
export function airlineColor(airline, isDark) {
  if (airline === null || airline === '') return silentColor(isDark);
  let number = 7;
  for (const letter of airline) number = (number * 31 + (letter.codePointAt(0) ?? 0)) % 9_973;
  return `hsl(${(number * 137) % 360} ${isDark ? 60 : 70}% ${isDark ? 62 : 40}%)`;
}

/** Returns what the colours mean. @param {Coloring} by @param {Iterable<Aircraft>} aircraft @param {boolean} isDark @returns {LegendEntry[]} */
export function legendOf(by, aircraft, isDark) {
  if (by === 'altitude') {
    return legendFeet.map((feet) => ({ color: altitudeColor(feet, isDark), key: null, text: String(feet) }));
  }
  if (by === 'phase') {
    return groups.map(([key, , , [phase = '']]) => ({
      color: phaseColor(phase, isDark),
      key: `look.${key}`,
      text: '',
    }));
  }
  /** @type {Map<string, number>} */
  const counts = new Map();
  for (const { flight } of aircraft) {
    if (flight.airline) counts.set(flight.airline, (counts.get(flight.airline) ?? 0) + 1);
  }
  const airlines = [...counts].sort((a, b) => b[1] - a[1]).slice(0, maxAirlines);
  return airlines.map(([airline]) => ({ color: airlineColor(airline, isDark), key: null, text: airline }));
}
