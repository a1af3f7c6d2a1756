import { drawText } from '../draw-lines.js';

/** @typedef {import('./aircraft.js').Aircraft} Aircraft */
/** @typedef {import('../canvas-layer.js').View} View */
/** @typedef {import('../colors.js').Palette} Palette */
/** @typedef {{ icao: string, name: string | null, lat: number, lon: number, flights: number }} Airport */
/** @typedef {{ airport: Airport, x: number, y: number }} ShownAirport */

/** From this zoom on, an airport's name is written beside its code. */
const namesFrom = 6.5;
const lineHeight = 14;

/** Returns the airports of these flights, the busiest first. @param {Iterable<Aircraft>} aircraft @returns {Airport[]} */
export function airportsOf(aircraft) {
  /** @type {Map<string, Airport>} */
  const airports = new Map();
  for (const { flight } of aircraft) {
    for (const { icao, name, lat, lon } of [flight.departure, flight.arrival]) {
      if (lat === null || lon === null) continue;
      const known = airports.get(icao);
      if (known === undefined) airports.set(icao, { icao, name, lat, lon, flights: 1 });
      else known.flights += 1;
    }
  }
  return [...airports.values()].sort((a, b) => b.flights - a.flights || a.icao.localeCompare(b.icao));
}

/** Draws a ring for each airport in view; returns where. @param {CanvasRenderingContext2D} context @param {View} view @param {Airport[]} airports @param {Palette} palette */
export function drawAirports(context, view, airports, palette) {
  /** @type {ShownAirport[]} */
  const shown = [];
  const radius = view.zoom < 4 ? 2 : 3;
  context.beginPath();
  for (const airport of airports) {
    const y = view.y(airport.lat);
    for (const copy of view.copies) {
      const x = view.x(airport.lon + copy);
      if (!view.holds(x, y, 20)) continue;
      shown.push({ airport, x, y });
      context.moveTo(x + radius, y);
      context.arc(x, y, radius, 0, 2 * Math.PI);
    }
  }
  context.fillStyle = palette.halo;
  context.fill();
  context.lineWidth = 1.4;
  context.strokeStyle = palette.route;
  context.stroke();
  return shown;
}

/** Writes the codes of airports where nothing else is, the busiest first. @param {CanvasRenderingContext2D} context @param {import('./room.js').Room} room @param {ShownAirport[]} shown @param {number} zoom @param {Palette} palette */
export function nameAirports(context, room, shown, zoom, palette) {
  context.font = '500 11px system-ui, sans-serif';
  context.textAlign = 'left';
  context.textBaseline = 'middle';
  for (const { airport, x, y } of shown) {
    const text = zoom >= namesFrom && airport.name !== null ? `${airport.icao} ${airport.name}` : airport.icao;
    const size = { y: y - lineHeight / 2, width: context.measureText(text).width + 2, height: lineHeight };
    const box = room.choose([
      { x: x + 5, ...size },
      { x: x - 5 - size.width, ...size },
    ]);
    if (box === null) continue;
    room.take(box);
    drawText(context, text, box.x + 1, y, palette);
  }
}
