/** @typedef {import('./aircraft.js').Aircraft} Aircraft */

/** By what the list can be sorted. */
export const orders = /** @type {const} */ (['flight', 'route', 'altitude', 'speed', 'eta']);

/** @typedef {{ readonly by: typeof orders[number], readonly isDescending: boolean }} Order */

/** Reads `altitude`, or `-altitude` for the highest first; anything else is by flight. @param {string | null} text @returns {Order} */
export function readOrder(text) {
  const name = (text ?? '').replace(/^-/, '');
  const by = orders.find((each) => each === name) ?? 'flight';
  return { by, isDescending: by === name && text !== null && text.startsWith('-') };
}

/** Returns null for the usual order. @param {Order} order */
export function writeOrder({ by, isDescending }) {
  return by === 'flight' && !isDescending ? null : `${isDescending ? '-' : ''}${by}`;
}

const collator = new Intl.Collator('en', { numeric: true });

/** Returns the flights in this order; those of which it is unknown come last, equal ones by callsign. @param {readonly Aircraft[]} aircraft @param {Order} order @returns {Aircraft[]} */
export function sortFlights(aircraft, { by, isDescending }) {
  const sign = isDescending ? -1 : 1;
  const keys = new Map(aircraft.map((each) => [each, keyOf(each, by)]));
  return [...aircraft].sort((a, b) => {
    const [one, other] = [keys.get(a) ?? null, keys.get(b) ?? null];
    if (one === null || other === null) return Number(one === null) - Number(other === null) || byFlight(a, b);
    const step = typeof one === 'string' ? collator.compare(one, String(other)) : one - Number(other);
    return step * sign || byFlight(a, b);
  });
}

/** @param {Aircraft} a @param {Aircraft} b */
function byFlight(a, b) {
  return collator.compare(a.flight.callsign, b.flight.callsign) || (a.flight.id < b.flight.id ? -1 : 1);
}

/** @param {Aircraft} aircraft @param {Order['by']} by @returns {string | number | null} */
function keyOf({ flight, place }, by) {
  if (by === 'altitude') return place[3];
  if (by === 'speed') return place[4];
  if (by === 'eta') return flight.progress[5];
  return by === 'route' ? `${flight.departure.icao} ${flight.arrival.icao}` : flight.callsign;
}
