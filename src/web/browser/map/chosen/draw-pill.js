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

/** Returns the first of the places around a point, those away from the route first, that is in the free part of the view and covers nothing; else the first that covers nothing. @param {Pill} pill @param {{ x: number, y: number }} at @param {{ x: number, y: number }} towards where the route goes @param {Box} free @param {readonly Box[]} taken @returns {Box} */
export function placePill({ width, height }, at, towards, free, taken) {
  const size = { width, height };
  const right = { x: at.x + 12, y: at.y - height / 2, ...size };
  const left = { x: at.x - 12 - width, y: at.y - height / 2, ...size };
  const above = { x: at.x - width / 2, y: at.y - 12 - height, ...size };
  const below = { x: at.x - width / 2, y: at.y + 12, ...size };
  const [dx, dy] = [towards.x - at.x, towards.y - at.y];
  const beside = dx > 0 ? [left, right] : [right, left];
  const upright = dy > 0 ? [above, below] : [below, above];
  const isLevel = Math.abs(dx) > Math.abs(dy);
  const [first = left, last = right] = isLevel ? beside : upright;
  const [second = above, third = below] = isLevel ? upright : beside;
  const open = [first, second, third, last].filter((box) => !taken.some((each) => meets(box, each)));
  return open.find((box) => holds(free, box)) ?? open[0] ?? first;
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
