import { drawText } from '../draw-lines.js';
import { altitudeText, phaseText, speedText } from '../words.js';

/** @typedef {import('./aircraft.js').Aircraft} Aircraft */
/** @typedef {import('../colors.js').Palette} Palette */
/** @typedef {{ aircraft: Aircraft, x: number, y: number, isChosen: boolean }} Shown */

const lineHeight = 14;
/** Size of the grid cells that labels occupy, so that they never overlap. */
const cell = 9;

/** Returns the lines of a label: the callsign; zoomed in, the route; further in, altitude, speed and phase. @param {Aircraft} aircraft @param {number} zoom @param {boolean} isChosen */
export function labelLines(aircraft, zoom, isChosen) {
  const { callsign, departure, arrival } = aircraft.flight;
  const [, , , altitude, gs, , phase] = aircraft.place;
  const lines = [callsign];
  if (zoom >= 4 || isChosen) lines.push(`${departure.icao} → ${arrival.icao}`);
  if (zoom >= 5 || isChosen) lines.push(`${altitudeText(altitude)}  ${speedText(gs)}  ${phaseText(phase)}`);
  return lines;
}

/** Draws as many labels as fit, the selected one first. @param {CanvasRenderingContext2D} context @param {Shown[]} shown @param {Box[]} names boxes that labels must not cover @param {number} zoom @param {number} now @param {Palette} palette */
export function drawLabels(context, shown, names, zoom, now, palette) {
  /** @type {Set<number>} */
  const taken = new Set();
  for (const box of names) take(taken, box);
  for (const { x, y } of shown) take(taken, { x: x - 6, y: y - 6, width: 12, height: 12 });
  context.textAlign = 'left';
  context.textBaseline = 'top';
  for (const { aircraft, x, y, isChosen } of [...shown].sort((a, b) => Number(b.isChosen) - Number(a.isChosen))) {
    const lines = labelLines(aircraft, zoom, isChosen);
    context.font = '600 12px system-ui, sans-serif';
    const width = Math.max(...lines.map((line) => context.measureText(line).width));
    const place = findRoom(taken, x, y, width, lines.length * lineHeight, isChosen);
    if (place === null) continue;
    take(taken, place);
    context.globalAlpha = aircraft.opacity(now);
    lines.forEach((line, index) => {
      context.font = `${index === 0 ? 600 : 400} ${index === 0 ? 12 : 11}px system-ui, sans-serif`;
      drawText(context, line, place.x, place.y + index * lineHeight, palette);
    });
  }
  context.globalAlpha = 1;
}

/** @typedef {{ x: number, y: number, width: number, height: number }} Box */

/** Finds a free place: right of the aircraft, else left, below or above. @param {Set<number>} taken @param {number} x @param {number} y @param {number} width @param {number} height @param {boolean} isForced @returns {Box | null} */
function findRoom(taken, x, y, width, height, isForced) {
  const places = [
    { x: x + 15, y: y - height / 2 },
    { x: x - 15 - width, y: y - height / 2 },
    { x: x - width / 2, y: y + 16 },
    { x: x - width / 2, y: y - 16 - height },
  ].map((place) => ({ ...place, width, height }));
  return places.find((box) => cells(box).every((key) => !taken.has(key))) ?? (isForced ? (places[0] ?? null) : null);
}

/** @param {Set<number>} taken @param {Box} box */
function take(taken, box) {
  for (const key of cells(box)) taken.add(key);
}

/** @param {Box} box */
function cells({ x, y, width, height }) {
  const keys = [];
  for (let row = Math.floor(y / cell); row <= Math.floor((y + height) / cell); row++) {
    for (let column = Math.floor(x / cell); column <= Math.floor((x + width) / cell); column++) {
      keys.push(row * 10_000 + column);
    }
  }
  return keys;
}
