/** @typedef {import('./aircraft.js').Aircraft} Aircraft */
/** @typedef {import('../canvas-layer.js').View} View */
/** @typedef {import('../colors.js').Palette} Palette */
/** @typedef {{ icao: string, name: string | null, lat: number, lon: number, departures: number, arrivals: number }} Airport */
/** @typedef {{ airport: Airport, x: number, y: number, radius: number }} ShownAirport */
/** @typedef {{ at: { x: number, y: number }, radius: number }} Disc of a stack */

/** A stack over an airport, or so near it, is ringed in its place, with a gap. */
const [sharedPx, ringGapPx] = [2, 2.5];

/** Colours of departures and arrivals: quiet, since aircraft are what matters. @type {Readonly<Record<'light' | 'dark', readonly [departures: string, arrivals: string]>>} */
const colors = {
  light: ['hsl(168 24% 38%)', 'hsl(24 38% 47%)'],
  dark: ['hsl(166 26% 62%)', 'hsl(28 36% 64%)'],
};

/** Returns the airports of these flights, the busiest first. @param {Iterable<Aircraft>} aircraft @returns {Airport[]} */
export function airportsOf(aircraft) {
  /** @type {Map<string, Airport>} */
  const airports = new Map();
  for (const { flight } of aircraft) {
    for (const [{ icao, name, lat, lon }, way] of /** @type {const} */ ([
      [flight.departure, 'departures'],
      [flight.arrival, 'arrivals'],
    ])) {
      if (lat === null || lon === null) continue;
      const known = airports.get(icao) ?? { icao, name, lat, lon, departures: 0, arrivals: 0 };
      known[way] += 1;
      airports.set(icao, known);
    }
  }
  return [...airports.values()].sort((a, b) => flightsOf(b) - flightsOf(a) || a.icao.localeCompare(b.icao));
}

/** @param {Airport} airport */
function flightsOf({ departures, arrivals }) {
  return departures + arrivals;
}

/** Returns the colours of departures and arrivals. @param {boolean} isDark */
export function trafficColors(isDark) {
  return colors[isDark ? 'dark' : 'light'];
}

/** Rings each airport in view: an arc for departures and one for arrivals, the wider the more of them; returns where. @param {CanvasRenderingContext2D} context @param {View} view @param {Airport[]} airports @param {readonly Disc[]} discs @param {Palette} palette */
export function drawAirports(context, view, airports, discs, palette) {
  /** @type {ShownAirport[]} */
  const shown = [];
  /** @type {Set<Disc>} */
  const ringed = new Set();
  for (const airport of airports) {
    const y = view.y(airport.lat);
    for (const copy of view.copies) {
      const x = view.x(airport.lon + copy);
      if (!view.holds(x, y, 20)) continue;
      const disc = discs.find(({ at, radius }) => Math.hypot(at.x - x, at.y - y) < radius + sharedPx);
      // A disc is ringed once, for the busiest airport below it.
      if (disc !== undefined && ringed.has(disc)) continue;
      if (disc !== undefined) ringed.add(disc);
      shown.push({ airport, x, y, radius: drawRing(context, { airport, x, y, disc }, view.zoom, palette) });
    }
  }
  return shown;
}

/** Returns the radius of the ring. @param {CanvasRenderingContext2D} context @param {{ airport: Airport, x: number, y: number, disc: Disc | undefined }} where @param {number} zoom @param {Palette} palette */
function drawRing(context, { airport, x, y, disc }, zoom, palette) {
  const busy = Math.log2(flightsOf(airport));
  const small = zoom < 4 ? 0.75 : 1;
  const width = Math.min(3.6, 1.3 + 0.35 * busy) * small;
  const radius = disc === undefined ? Math.min(9, 3 + 0.75 * busy) * small : disc.radius + ringGapPx + width / 2;
  const [middleX, middleY] = disc === undefined ? [x, y] : [disc.at.x, disc.at.y];
  context.beginPath();
  context.arc(middleX, middleY, radius + width / 2 + 0.8, 0, 2 * Math.PI);
  context.fillStyle = palette.halo;
  context.fill();
  const part = airport.departures / flightsOf(airport);
  // Departures above, arrivals below; one kind alone closes the ring.
  const half = Math.PI * part;
  const [departures, arrivals] = trafficColors(palette.isDark);
  const [up, down] = [-Math.PI / 2, Math.PI / 2];
  context.lineWidth = width;
  if (part > 0) arc(context, middleX, middleY, radius, up - half, up + half, departures);
  if (part < 1) arc(context, middleX, middleY, radius, down - Math.PI + half, down + Math.PI - half, arrivals);
  return radius + width / 2;
}

/** @param {CanvasRenderingContext2D} context @param {number} x @param {number} y @param {number} radius @param {number} from @param {number} to @param {string} color */
function arc(context, x, y, radius, from, to, color) {
  context.beginPath();
  context.arc(x, y, radius, from, to);
  context.strokeStyle = color;
  context.stroke();
}
