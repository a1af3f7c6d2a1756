import { drawRoute, drawText, drawTrack, drawWay } from '../../draw-lines.js';
import { freeBox } from '../free-box.js';
import { progressOf } from '../progress.js';
import { ahead, lineAhead } from '../route.js';
import { meets, Pill, placePill } from './draw-pill.js';
import { endsOf } from './pills.js';

/** @typedef {import('../../canvas-layer.js').View} View */
/** @typedef {import('../scene.js').Scene} Scene */
/** @typedef {import('../room.js').Box} Box */

/** How long what was read from the page holds, milliseconds. */
const keptMs = 400;
/** Room around the chosen aircraft in which no pill lies, in pixels. */
const clearPx = 24;

/** How the chosen flight is drawn: its track as a ribbon, the rest of its route with the names of its waypoints, both airports as pills. */
export class Scenery {
  /** @param {HTMLElement} holder @param {import('./pills.js').Words} words */
  constructor(holder, words) {
    this.holder = holder;
    this.words = words;
    this.look = lookOf(holder);
  }

  /** Draws the chosen flight of the scene; returns the boxes that no label may cover. @param {CanvasRenderingContext2D} context @param {View} view @param {Scene} scene @param {number} now @returns {Box[]} */
  draw(context, view, { chosen, trail, route, palette }, now) {
    if (chosen === null) return [];
    if (now - this.look.readAt > keptMs) this.look = lookOf(this.holder);
    const { departure, arrival } = chosen.flight;
    const here = chosen.at(now);
    const [from, to] = [placeOf(departure), placeOf(arrival)];
    if (to !== null) drawWay(context, view, lineAhead(here, route, to), palette);
    if (from !== null && trail.length === 0) drawRoute(context, view, from, here, palette);
    const last = trail.at(-1);
    if (last !== undefined) {
      const end = {
        lat: here.lat,
        lon: here.lon + 360 * Math.round((last.lon - here.lon) / 360),
        altitude: chosen.place[3],
      };
      drawTrack(context, view, [...trail, end], palette);
    }
    const spots = spotsOf(view, here);
    const taken = spots.map(({ x, y }) => ({
      x: x - clearPx,
      y: y - clearPx,
      width: 2 * clearPx,
      height: 2 * clearPx,
    }));
    const ends = endsOf(chosen, progressOf(chosen), now, this.words);
    const pills = [
      ...(from === null ? [] : this.drawEnd(context, view, from, ends.from, spots, taken, palette)),
      ...(to === null ? [] : this.drawEnd(context, view, to, ends.to, spots, taken, palette)),
    ];
    const names = to === null ? [] : this.drawWaypoints(context, view, ahead(here, route, to), taken, palette);
    return [...pills, ...names];
  }

  /** @param {CanvasRenderingContext2D} context @param {View} view @param {import('../../geo.js').Place} place @param {import('./pills.js').End} end @param {readonly { x: number, y: number }[]} spots where the aircraft is @param {Box[]} taken @param {import('../../colors.js').Palette} palette @returns {Box[]} */
  drawEnd(context, view, place, end, spots, taken, palette) {
    const pill = new Pill(context, end, this.look);
    /** @type {Box[]} */
    const boxes = [];
    for (const at of spotsOf(view, place)) {
      drawRing(context, at, palette);
      const towards = spots.toSorted(
        (a, b) => Math.hypot(a.x - at.x, a.y - at.y) - Math.hypot(b.x - at.x, b.y - at.y),
      )[0];
      const box = placePill(pill, at, towards ?? at, this.look.free, taken);
      pill.draw(context, box.x, box.y);
      taken.push(box);
      // The map's own name of the airport is not written beside its pill.
      boxes.push(box, { x: at.x - 44, y: at.y - 8, width: 88, height: 16 });
    }
    return boxes;
  }

  /** Draws the waypoints that are ahead, each with its name where there is room. @param {CanvasRenderingContext2D} context @param {View} view @param {readonly import('../route.js').Waypoint[]} waypoints @param {Box[]} taken @param {import('../../colors.js').Palette} palette @returns {Box[]} */
  drawWaypoints(context, view, waypoints, taken, palette) {
    context.font = `500 ${11 * this.look.scale}px ${this.look.family}`;
    context.textAlign = 'left';
    context.textBaseline = 'middle';
    /** @type {Box[]} */
    const boxes = [];
    for (const waypoint of waypoints) {
      for (const { x, y } of spotsOf(view, waypoint)) {
        const width = 14 + context.measureText(waypoint.ident).width;
        const box = { x: x - 6, y: y - 9 * this.look.scale, width, height: 18 * this.look.scale };
        if ([...taken, ...boxes].some((each) => meets(box, each))) continue;
        drawFix(context, x, y, palette);
        drawText(context, waypoint.ident, x + 8, y, palette);
        boxes.push(box);
      }
    }
    return boxes;
  }
}

/** Reads the colours, the font and what covers the map. @param {HTMLElement} holder */
function lookOf(holder) {
  const style = getComputedStyle(document.documentElement);
  /** @param {string} name */
  const color = (name) => style.getPropertyValue(name).trim();
  return {
    readAt: Date.now(),
    colors: {
      surface: color('--surface'),
      ink: color('--ink'),
      muted: color('--muted'),
      line: color('--line'),
      late: color('--warn'),
      early: color('--good'),
      'on-time': color('--good'),
    },
    scale: Number.parseFloat(style.fontSize) / 16 || 1,
    family: getComputedStyle(document.body).fontFamily,
    free: freeBox(holder),
  };
}

/** Returns where a place is in the view, on each copy of the world. @param {View} view @param {import('../../geo.js').Place} place */
function spotsOf(view, { lat, lon }) {
  const y = view.y(lat);
  return view.copies.map((copy) => ({ x: view.x(lon + copy), y })).filter((spot) => view.holds(spot.x, spot.y, 80));
}

/** @param {CanvasRenderingContext2D} context @param {{ x: number, y: number }} at @param {import('../../colors.js').Palette} palette */
function drawRing(context, { x, y }, palette) {
  context.beginPath();
  context.arc(x, y, 5, 0, 2 * Math.PI);
  context.fillStyle = palette.halo;
  context.fill();
  context.lineWidth = 2.4;
  context.strokeStyle = palette.ink;
  context.stroke();
}

/** A waypoint as charts have it. @param {CanvasRenderingContext2D} context @param {number} x @param {number} y @param {import('../../colors.js').Palette} palette */
function drawFix(context, x, y, palette) {
  context.beginPath();
  context.moveTo(x, y - 4);
  context.lineTo(x + 3.6, y + 2.6);
  context.lineTo(x - 3.6, y + 2.6);
  context.closePath();
  context.fillStyle = palette.halo;
  context.fill();
  context.lineWidth = 1.4;
  context.strokeStyle = palette.route;
  context.stroke();
}

/** @param {import('../../../live/wire.ts').MapAirport} airport */
function placeOf({ lat, lon }) {
  return lat === null || lon === null ? null : { lat, lon };
}
