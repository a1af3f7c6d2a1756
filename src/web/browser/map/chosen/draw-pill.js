/** @typedef {import('./pills.js').End} End */
/** @typedef {import('../room.js').Box} Box */
/** @typedef {{ surface: string, ink: string, muted: string, line: string, late: string, early: string, 'on-time': string }} PillColors */
/** @typedef {{ text: string, font: string, color: string, width: number }} Piece */

const [gapPx, padX, padY] = [6, 10, 6];

/** An airport of the chosen flight as a pill: its code and time, and below what was planned. */
export class Pill {
  /** @param {CanvasRenderingContext2D} context @param {End} end @param {{ colors: PillColors, family: string, scale: number }} look `scale`: 2 where text is twice as large */
  constructor(context, { code, time, planned, note, tone }, { colors, family, scale }) {
    this.scale = scale;
    /** @param {string} text @param {string} weight @param {number} px @param {string} color @returns {Piece} */
    const piece = (text, weight, px, color) => {
      const font = `${weight} ${px * scale}px ${family}`;
      context.font = font;
      return { text, font, color, width: context.measureText(text).width };
    };
    const noteColor = tone === null ? colors.muted : colors[tone];
    const above = [piece(code, '700', 13, colors.ink), ...(time === '' ? [] : [piece(time, '600', 13, colors.ink)])];
    const below = [
      ...(planned === '' ? [] : [piece(planned, '400', 11, colors.muted)]),
      ...(note === '' ? [] : [piece(note, '600', 11, noteColor)]),
    ];
    this.lines = below.length === 0 ? [above] : [above, below];
    this.width = Math.max(...this.lines.map(widthOf)) + 2 * padX * scale;
    this.height = (this.lines.length === 1 ? 17 : 32) * scale + 2 * padY * scale;
    this.colors = colors;
  }

  /** @param {CanvasRenderingContext2D} context @param {number} left @param {number} top */
  draw(context, left, top) {
    const { scale, colors, width, height } = this;
    context.beginPath();
    context.roundRect(left, top, width, height, 10 * scale);
    context.fillStyle = colors.surface;
    context.fill();
    context.lineWidth = 1;
    context.strokeStyle = colors.line;
    context.stroke();
    context.textAlign = 'left';
    context.textBaseline = 'middle';
    this.lines.forEach((pieces, line) => {
      let x = left + padX * scale;
      const y = top + (padY + 8.5 + line * 16) * scale;
      for (const { text, font, color, width: wide } of pieces) {
        context.font = font;
        context.fillStyle = color;
        context.fillText(text, x, y);
        x += wide + gapPx * scale;
      }
    });
  }
}

/** @param {Piece[]} pieces */
function widthOf(pieces) {
  return pieces.reduce((sum, { width }) => sum + width, 0) + gapPx * (pieces.length - 1);
}

/** How far beside the airport its pill is, and how far where that is too near the aircraft. */
const distances = [12, 30];

/** Returns the first of the places around a point, those away from the route first, that is in the free part of the view and covers nothing; else the first in that part. @param {Pill} pill @param {{ x: number, y: number }} at @param {{ x: number, y: number }} towards where the route goes @param {Box} free @param {readonly Box[]} taken @returns {Box} */
export function placePill({ width, height }, at, towards, free, taken) {
  const [dx, dy] = [towards.x - at.x, towards.y - at.y];
  const isLevel = Math.abs(dx) > Math.abs(dy);
  const boxes = distances.flatMap((away) => {
    const level = { y: within(at.y - height / 2, free.y, free.height - height), width, height };
    const upright = { x: within(at.x - width / 2, free.x, free.width - width), width, height };
    const right = { x: at.x + away, ...level };
    const left = { x: at.x - away - width, ...level };
    const above = { y: at.y - away - height, ...upright };
    const below = { y: at.y + away, ...upright };
    const beside = dx > 0 ? [left, right] : [right, left];
    const stacked = dy > 0 ? [above, below] : [below, above];
    return isLevel ? [beside[0], ...stacked, beside[1]] : [stacked[0], ...beside, stacked[1]];
  });
  const places = boxes.filter((box) => box !== undefined);
  const inside = places.filter((box) => holds(free, box));
  const open = places.filter((box) => !taken.some((each) => meets(box, each)));
  const first = { x: at.x, y: at.y, width, height };
  return open.find((box) => inside.includes(box)) ?? inside[0] ?? open[0] ?? places[0] ?? first;
}

/** Moves a value as little as brings it between two others, where the point itself is there. @param {number} value @param {number} from @param {number} room */
function within(value, from, room) {
  const near = Math.max(from, Math.min(from + Math.max(0, room), value));
  return Math.abs(near - value) < 90 ? near : value;
}

/** @param {Box} a @param {Box} b */
export function meets(a, b) {
  return a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height;
}

/** @param {Box} outer @param {Box} box */
function holds(outer, box) {
  return (
    box.x >= outer.x &&
    box.y >= outer.y &&
    box.x + box.width <= outer.x + outer.width &&
    box.y + box.height <= outer.y + outer.height
  );
}
