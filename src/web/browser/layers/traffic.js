import { drawText } from '../draw-lines.js';

/** @typedef {import('../../networks/wire.ts').AroundAircraft} AroundAircraft */
/** @typedef {{ callsign: string, x: number, y: number, vx: number, vy: number, heading: number, at: number }} Other an aircraft in widths of the world, and its way in them a millisecond */

/** From this zoom on callsigns are written. */
const namesFrom = 7;
/** As long an aircraft flies on by itself. */
const coastMs = 60_000;
const milesAround = 21_600;
const edge = 85.05;

/** Others on the networks, faint and below the airline's own flights. */
export class TrafficLayer {
  /** @param {() => ReadonlySet<string>} own callsigns under which the networks show the flights of the map */
  constructor(own) {
    this.own = own;
    /** @type {readonly Other[]} */
    this.others = [];
  }

  /** @param {import('../../networks/wire.ts').AroundAnswer} answer @param {number} now @returns {number} how many there are */
  take({ networks }, now) {
    this.others = networks.flatMap(({ aircraft }) => aircraft.map((each) => otherOf(each, now)));
    return this.others.length;
  }

  /** @param {import('./source.js').Drawing} drawing */
  draw({ context, view, palette, room, now }) {
    const own = this.own();
    const size = view.zoom < 4 ? 2.4 : view.zoom < 7 ? 3.4 : 4.6;
    /** @type {{ callsign: string, x: number, y: number }[]} */
    const named = [];
    context.save();
    context.beginPath();
    for (const other of this.others) {
      if (own.has(other.callsign)) continue;
      const flownMs = Math.min(coastMs, now - other.at);
      const y = (other.y + other.vy * flownMs) * view.scale - view.top;
      for (const copy of view.copies) {
        const x = (other.x + other.vx * flownMs + copy / 360) * view.scale - view.left;
        if (!view.holds(x, y, 10)) continue;
        addArrow(context, x, y, other.heading, size);
        if (view.zoom >= namesFrom) named.push({ callsign: other.callsign, x, y });
      }
    }
    context.globalAlpha = palette.isDark ? 0.5 : 0.55;
    context.fillStyle = palette.route;
    context.fill();
    context.globalAlpha = 0.6;
    context.font = '400 10px Inter, system-ui, sans-serif';
    context.textAlign = 'left';
    context.textBaseline = 'middle';
    for (const { callsign, x, y } of named) {
      const box = { x: x + 7, y: y - 6, width: context.measureText(callsign).width, height: 12 };
      if (room.isFree(box)) drawText(context, callsign, box.x, y, palette);
    }
    context.restore();
  }
}

/** @param {CanvasRenderingContext2D} context @param {number} x @param {number} y @param {number} heading radians @param {number} size */
function addArrow(context, x, y, heading, size) {
  const [sin, cos] = [Math.sin(heading) * size, Math.cos(heading) * size];
  context.moveTo(x + 1.5 * sin, y - 1.5 * cos);
  context.lineTo(x - sin + 0.8 * cos, y + cos + 0.8 * sin);
  context.lineTo(x - sin - 0.8 * cos, y + cos - 0.8 * sin);
  context.closePath();
}

/** @param {AroundAircraft} aircraft @param {number} now @returns {Other} */
function otherOf([callsign, lat, lon, degrees, , gs], now) {
  const level = (Math.max(-edge, Math.min(edge, lat)) * Math.PI) / 180;
  const heading = ((degrees ?? 0) * Math.PI) / 180;
  // The map stretches with the latitude, in both directions alike.
  const perMs = degrees === null ? 0 : (gs ?? 0) / 3_600_000 / milesAround / Math.cos(level);
  return {
    callsign,
    x: lon / 360 + 0.5,
    y: 0.5 - Math.log(Math.tan(Math.PI / 4 + level / 2)) / (2 * Math.PI),
    vx: Math.sin(heading) * perMs,
    vy: -Math.cos(heading) * perMs,
    heading,
    at: now,
  };
}
