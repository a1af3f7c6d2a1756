import { drawText } from '../draw-lines.js';
import { altitudeText, phaseText, speedText } from '../words.js';

/** @typedef {import('./aircraft.js').Aircraft} Aircraft */
/** @typedef {import('../colors.js').Palette} Palette */
/** @typedef {{ aircraft: Aircraft, x: number, y: number, isChosen: boolean, isDot: boolean }} Shown `isDot`: drawn as a dot, since its symbol would cover another one */

const lineHeight = 14;

/** Returns the lines of a label: the callsign; zoomed in, the route; further in, altitude, speed and phase. @param {Aircraft} aircraft @param {number} zoom @param {boolean} isChosen */
export function labelLines(aircraft, zoom, isChosen) {
  const { callsign, departure, arrival } = aircraft.flight;
  const [, , , altitude, gs, , phase] = aircraft.place;
  const lines = [callsign];
  if (zoom >= 4 || isChosen) lines.push(`${departure.icao} → ${arrival.icao}`);
  if (zoom >= 5 || isChosen) lines.push(`${altitudeText(altitude)}  ${speedText(gs)}  ${phaseText(phase)}`);
  return lines;
}

/** Draws as many labels as fit, the selected one first. @param {CanvasRenderingContext2D} context @param {import('./room.js').Room} room where labels go; the symbols are in it @param {Shown[]} shown @param {number} zoom @param {number} now @param {Palette} palette */
export function drawLabels(context, room, shown, zoom, now, palette) {
  context.textAlign = 'left';
  context.textBaseline = 'top';
  const chosen = shown.filter(({ isChosen }) => isChosen);
  const others = shown.filter(({ isChosen, isDot }) => !isChosen && !isDot);
  for (const { aircraft, x, y, isChosen } of [...chosen, ...others]) {
    const lines = labelLines(aircraft, zoom, isChosen);
    const width = Math.max(...lines.map((line, index) => widthOf(context, line, fontOf(index))));
    const place = findRoom(room, x, y, width, lines.length * lineHeight, isChosen);
    if (place === null) continue;
    room.take(place);
    context.globalAlpha = aircraft.opacity(now) * (chosen.length > 0 && !isChosen ? 0.4 : 1);
    lines.forEach((line, index) => {
      context.font = fontOf(index);
      drawText(context, line, place.x, place.y + index * lineHeight, palette);
    });
  }
  context.globalAlpha = 1;
}

/** @param {number} line */
function fontOf(line) {
  return line === 0 ? '600 12px system-ui, sans-serif' : '400 11px system-ui, sans-serif';
}

/** @type {Map<string, number>} */
const widths = new Map();
const maxWidths = 5_000;

/** @param {CanvasRenderingContext2D} context @param {string} text @param {string} font */
function widthOf(context, text, font) {
  const key = font + text;
  let width = widths.get(key);
  if (width === undefined) {
    if (widths.size >= maxWidths) widths.clear();
    context.font = font;
    width = context.measureText(text).width;
    widths.set(key, width);
  }
  return width;
}

/** @typedef {import('./room.js').Box} Box */

/** Finds a free place: right of the aircraft, else left, below or above; at the edge of the map the one that is not cut off. @param {import('./room.js').Room} room @param {number} x @param {number} y @param {number} width @param {number} height @param {boolean} isForced @returns {Box | null} */
function findRoom(room, x, y, width, height, isForced) {
  const places = [
    { x: x + 15, y: y - height / 2, width, height },
    { x: x - 15 - width, y: y - height / 2, width, height },
    { x: x - width / 2, y: y + 16, width, height },
    { x: x - width / 2, y: y - 16 - height, width, height },
  ];
  return room.choose(places) ?? (isForced ? (places[0] ?? null) : null);
}
