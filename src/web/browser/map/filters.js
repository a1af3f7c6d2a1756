/** @typedef {import('./aircraft.js').Aircraft} Aircraft */

/**
 * What the visitor wants to see. Texts are empty, and altitudes null, where there is no such filter.
 * @typedef {{ readonly text: string, readonly airline: string, readonly type: string, readonly phase: string, readonly network: string, readonly airport: string, readonly aboveFt: number | null, readonly belowFt: number | null }} Filters
 */

/** The filters that are one of the values which flights have. */
export const choices = /** @type {const} */ (['airline', 'type', 'phase', 'network', 'airport']);

/** @typedef {typeof choices[number]} Choice */

/** Reads the filters of an address. @param {URLSearchParams} query @returns {Filters} */
export function readFilters(query) {
  const text = (/** @type {string} */ name) => (query.get(name) ?? '').trim().slice(0, 100);
  const code = (/** @type {string} */ name) => text(name).toUpperCase();
  return {
    text: text('filter'),
    airline: code('airline'),
    type: code('type'),
    phase: text('phase').toLowerCase(),
    network: text('network').toLowerCase(),
    airport: code('airport'),
    aboveFt: feetOf(text('above')),
    belowFt: feetOf(text('below')),
  };
}

/** Writes the filters for an address; what is not filtered is null. @param {Filters} filters @returns {Record<string, string | null>} */
export function writeFilters({ text, aboveFt, belowFt, ...chosen }) {
  return {
    filter: text || null,
    ...Object.fromEntries(choices.map((name) => [name, chosen[name] || null])),
    above: aboveFt === null ? null : String(aboveFt),
    below: belowFt === null ? null : String(belowFt),
  };
}

/** Returns how many filters there are beside the text. @param {Filters} filters */
export function countFilters({ aboveFt, belowFt, ...chosen }) {
  return choices.filter((name) => chosen[name] !== '').length + Number(aboveFt !== null) + Number(belowFt !== null);
}

/** Returns the flights that pass every filter. @param {readonly Aircraft[]} aircraft @param {Filters} filters @returns {Aircraft[]} */
export function filterFlights(aircraft, filters) {
  const words = plain(filters.text).split(/\s+/);
  const wanted = choices.filter((name) => filters[name] !== '');
  const above = filters.aboveFt ?? Number.NEGATIVE_INFINITY;
  const below = filters.belowFt ?? Number.POSITIVE_INFINITY;
  const hasRange = filters.aboveFt !== null || filters.belowFt !== null;
  return aircraft.filter((each) => {
    const altitude = each.place[3];
    if (hasRange && (altitude === null || altitude < above || altitude > below)) return false;
    if (!wanted.every((name) => valuesOf(each, name).includes(filters[name]))) return false;
    const text = searched(each);
    return words.every((word) => text.includes(word));
  });
}

/** Returns the values of a filter that these flights have, sorted. @param {Iterable<Aircraft>} aircraft @param {Choice} name @returns {string[]} */
export function offersOf(aircraft, name) {
  const offers = new Set();
  for (const each of aircraft) for (const value of valuesOf(each, name)) if (value !== '') offers.add(value);
  return [...offers].sort();
}

/** @param {Aircraft} aircraft @param {Choice} name @returns {readonly string[]} */
function valuesOf({ flight, place }, name) {
  if (name === 'airport') return [flight.departure.icao.toUpperCase(), flight.arrival.icao.toUpperCase()];
  if (name === 'phase') return [place[6]];
  if (name === 'network') return [flight.network ?? ''];
  return [((name === 'airline' ? flight.airline : flight.aircraft) ?? '').toUpperCase()];
}

/** What the text is searched in, without the phase, which changes. @type {WeakMap<Aircraft, string>} */
const texts = new WeakMap();

/** @param {Aircraft} aircraft */
function searched(aircraft) {
  let text = texts.get(aircraft);
  if (text === undefined) {
    const { callsign, departure, arrival, aircraft: type, registration, airline, network } = aircraft.flight;
    const airports = [departure, arrival].flatMap(({ icao, name }) => [icao, name]);
    text = plain([callsign, ...airports, type, registration, airline, network].filter(Boolean).join(' '));
    texts.set(aircraft, text);
  }
  return `${text} ${aircraft.place[6]}`;
}

/** Small letters without accents: `zurich` finds Zürich. @param {string} text */
function plain(text) {
  return text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase().trim();
}

/** @param {string} text */
function feetOf(text) {
  return /^-?\d{1,6}$/.test(text) ? Number(text) : null;
}
