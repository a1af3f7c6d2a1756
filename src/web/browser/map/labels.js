import { altitudeText, phaseText, speedText } from '../words.js';

/** @typedef {import('./aircraft.js').Aircraft} Aircraft */

/** From these zooms on a label has altitude and speed, and the route. */
const [figuresFrom, routeFrom] = [5, 6.5];

/** Returns the lines of a label: the callsign; zoomed in, altitude and speed; further in, the route and the phase. @param {Aircraft} aircraft @param {number} zoom @param {boolean} isWhole all of it at every zoom */
export function labelLines({ flight, place }, zoom, isWhole) {
  const [, , , altitude, gs, , phase] = place;
  const lines = [flight.callsign];
  const isNear = isWhole || zoom >= routeFrom;
  if (isNear) lines.push(`${flight.departure.icao} → ${flight.arrival.icao}`);
  if (isWhole || zoom >= figuresFrom) {
    const figures = [altitudeText(altitude), gs ? speedText(gs) : ''].filter(Boolean);
    lines.push((isNear ? [...figures, phaseText(phase)] : figures).join('  '));
  }
  return lines;
}

/** Returns what a screen reader says of an aircraft. @param {Aircraft} aircraft */
export function spokenLabel({ flight, place }) {
  const [, , , altitude, , , phase] = place;
  return [
    flight.callsign,
    `${flight.departure.icao} → ${flight.arrival.icao}`,
    phaseText(phase),
    altitudeText(altitude),
  ].join(', ');
}
