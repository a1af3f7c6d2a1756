import { drawText } from '../draw-lines.js';

/** @typedef {import('../../airport/runway-squares.ts').SquareRunway} SquareRunway */
/** @typedef {import('../layers/source.js').Drawing} Drawing */
/** @typedef {{ x: number, y: number }} Point */
/** @typedef {{ from: Point, to: Point, along: Point, lengthPx: number, widthPx: number, perM: number }} Shape in pixels; `along` is the unit vector from one end to the other */

const equatorM = 40_075_017;
/** Where the data have none. */
const usualWidthM = 30;
/** A runway that is narrower on the screen is drawn as a line. */
const minWidthPx = 1.6;
/** From these widths on there are a centre line and thresholds, and numbers on the pavement. */
const [paintedFrom, numberedFrom] = [3, 11];
/** Shorter ones have no room for their numbers. */
const namedFromPx = 34;

/** Returns where a runway is on the screen, in true width. @param {SquareRunway} runway @param {Drawing['view']} view @param {number} copy @returns {Shape} */
export function shapeOf([, , , lat, lon, otherLat, otherLon, widthM], view, copy) {
  const from = { x: view.x(lon + copy), y: view.y(lat) };
  const to = { x: view.x(otherLon + copy), y: view.y(otherLat) };
  const lengthPx = Math.hypot(to.x - from.x, to.y - from.y) || 1;
  const along = { x: (to.x - from.x) / lengthPx, y: (to.y - from.y) / lengthPx };
  const perM = view.scale / (equatorM * Math.cos((lat * Math.PI) / 180));
  return { from, to, along, lengthPx, widthPx: (widthM ?? usualWidthM) * perM, perM };
}

/** @param {Drawing} drawing @param {SquareRunway} runway @param {Shape} shape */
export function drawRunway({ context, palette }, [, , , , , , , , displacedM, otherDisplacedM], shape) {
  const { from, to, widthPx, perM } = shape;
  context.lineCap = 'butt';
  line(context, from, to, Math.max(minWidthPx, widthPx) + 2, palette.halo);
  line(context, from, to, Math.max(minWidthPx, widthPx), pavement(palette));
  if (widthPx < paintedFrom) return;
  const [start, end] = [onLine(shape, displacedM * perM), onLine(shape, shape.lengthPx - otherDisplacedM * perM)];
  context.save();
  context.setLineDash([30 * perM * 2, 20 * perM * 2]);
  line(context, start, end, Math.max(0.6, perM * 0.9), paint(palette));
  context.restore();
  threshold(context, shape, displacedM, 1, palette);
  threshold(context, shape, otherDisplacedM, -1, palette);
}

/** Writes the numbers of both directions: on the pavement, or beside its ends where nothing else is. @param {Drawing} drawing @param {SquareRunway} runway @param {Shape} shape */
export function nameRunway({ context, palette, room }, [, low, high, , , , , , displacedM, otherDisplacedM], shape) {
  if (shape.lengthPx < namedFromPx) return;
  const isPainted = shape.widthPx >= numberedFrom;
  context.font = isPainted
    ? `600 ${Math.min(22, shape.widthPx * 0.55)}px Inter, system-ui, sans-serif`
    : '600 10px Inter, system-ui, sans-serif';
  context.textAlign = 'center';
  context.textBaseline = 'middle';
  for (const [name, side, shiftM] of /** @type {const} */ ([
    [low, 1, displacedM],
    [high, -1, otherDisplacedM],
  ])) {
    if (name === '') continue;
    if (isPainted) paintNumber(context, name, shape, side, shiftM, palette);
    else writeNumber(context, name, shape, side, room, palette);
  }
}

/** As pilots read it on their approach. @param {CanvasRenderingContext2D} context @param {string} name @param {Shape} shape @param {1 | -1} side @param {number} shiftM @param {Drawing['palette']} palette */
function paintNumber(context, name, shape, side, shiftM, palette) {
  const away = (shiftM + 75) * shape.perM;
  const { x, y } = onLine(shape, side === 1 ? away : shape.lengthPx - away);
  context.save();
  context.translate(x, y);
  context.rotate(Math.atan2(shape.along.y * side, shape.along.x * side) + Math.PI / 2);
  context.fillStyle = paint(palette);
  context.fillText(name, 0, 0);
  context.restore();
}

/** @param {CanvasRenderingContext2D} context @param {string} name @param {Shape} shape @param {1 | -1} side @param {Drawing['room']} room @param {Drawing['palette']} palette */
function writeNumber(context, name, shape, side, room, palette) {
  const { x, y } = onLine(shape, side === 1 ? -12 : shape.lengthPx + 12);
  const width = context.measureText(name).width + 4;
  const box = { x: x - width / 2, y: y - 7, width, height: 14 };
  if (!room.isFree(box)) return;
  room.take(box);
  drawText(context, name, x, y, palette);
}

/** Draws the bars of a landing threshold, and lighter what lies before a displaced one. @param {CanvasRenderingContext2D} context @param {Shape} shape @param {number} shiftM @param {1 | -1} side @param {Drawing['palette']} palette */
function threshold(context, shape, shiftM, side, palette) {
  const { perM, widthPx, along } = shape;
  /** @param {number} metres */
  const at = (metres) => onLine(shape, side === 1 ? metres * perM : shape.lengthPx - metres * perM);
  if (shiftM > 0) {
    context.globalAlpha = 0.35;
    line(context, at(0), at(shiftM), widthPx, palette.halo);
    context.globalAlpha = 1;
  }
  const bars = widthPx >= 8 ? 8 : 4;
  for (let bar = 0; bar < bars; bar++) {
    const across = ((bar + 0.5) / bars - 0.5) * widthPx * 0.9;
    const [one, other] = [at(shiftM + 6), at(shiftM + 36)].map(({ x, y }) => ({
      x: x - along.y * across,
      y: y + along.x * across,
    }));
    if (one !== undefined && other !== undefined) line(context, one, other, (widthPx / bars) * 0.5, paint(palette));
  }
}

/** @param {Shape} shape @param {number} px */
function onLine({ from, along }, px) {
  return { x: from.x + along.x * px, y: from.y + along.y * px };
}

/** @param {CanvasRenderingContext2D} context @param {Point} from @param {Point} to @param {number} width @param {string} color */
function line(context, from, to, width, color) {
  context.beginPath();
  context.moveTo(from.x, from.y);
  context.lineTo(to.x, to.y);
  context.lineWidth = width;
  context.strokeStyle = color;
  context.stroke();
}

/** @param {Drawing['palette']} palette */
function pavement({ isDark }) {
  return isDark ? 'hsl(212 10% 58%)' : 'hsl(212 12% 42%)';
}

/** @param {Drawing['palette']} palette */
function paint({ isDark }) {
  return isDark ? 'hsl(212 24% 10%)' : 'hsl(0 0% 100%)';
}
