/** @typedef {import('../../flight/track.ts').TrackRuledMark} RuledMark */
/** @typedef {(name: string) => string} ColorOf by the name of a property of the style sheet */

/** The width of a moment, pixels. */
const momentPx = 2;
const signPx = 12;

/** Shades the time that each mark of the rules is about. @param {uPlot} plot @param {readonly RuledMark[]} marks @param {ColorOf} colorOf */
export function shadeRuled(plot, marks, colorOf) {
  const { ctx, bbox } = plot;
  ctx.save();
  ctx.globalAlpha = 0.3;
  for (const { from, to, level } of marks) {
    const [left, right] = [from, to].map((at) => plot.valToPos(at / 1_000, 'x', true));
    const begin = Math.max(bbox.left, left ?? 0);
    const width = Math.min(bbox.left + bbox.width, right ?? 0) - begin;
    if (width < 0) continue;
    ctx.fillStyle = colorOf(nameOf(level));
    ctx.fillRect(begin, bbox.top, Math.max(momentPx * devicePixelRatio, width), bbox.height);
  }
  ctx.restore();
}

/** Writes the number of each mark at its time; those that would cover each other share a place. @param {uPlot} plot @param {readonly RuledMark[]} marks @param {ColorOf} colorOf */
export function writeRuled(plot, marks, colorOf) {
  const { ctx, bbox } = plot;
  /** @type {{ x: number, text: string, level: string }[]} */
  const signs = [];
  for (const { from, number, level } of marks) {
    const x = plot.valToPos(from / 1_000, 'x', true);
    if (x < bbox.left || x > bbox.left + bbox.width) continue;
    const last = signs.at(-1);
    if (last !== undefined && x - last.x < signPx * devicePixelRatio) last.text += `, ${number}`;
    else signs.push({ x, text: String(number), level });
  }
  ctx.save();
  ctx.font = `600 ${11 * devicePixelRatio}px system-ui, sans-serif`;
  ctx.textBaseline = 'top';
  for (const { x, text, level } of signs) {
    const isAtEnd = x + ctx.measureText(text).width + 4 > bbox.left + bbox.width;
    ctx.textAlign = isAtEnd ? 'right' : 'left';
    ctx.fillStyle = colorOf(nameOf(level));
    ctx.fillText(text, x + (isAtEnd ? -3 : 4) * devicePixelRatio, bbox.top + 16 * devicePixelRatio);
  }
  ctx.restore();
}

/** @param {string} level */
function nameOf(level) {
  return level === 'reject' ? '--bad' : level === 'note' ? '--muted' : '--warn';
}
