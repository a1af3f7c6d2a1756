/** @typedef {import('../canvas-layer.js').View} View */
/** @typedef {import('../colors.js').Palette} Palette */
/** @typedef {{ lat: number, lon: number }} Place longitudes are unwrapped beyond ±180 */
/** @typedef {{ number: number, level: string, place: Place, stretch: readonly Place[] }} RuledPlace */

/** Signs nearer to each other than this share one, pixels. */
const nearPx = 18;

/** Draws the stretches that rules have marked, and a sign with the number of each mark. @param {CanvasRenderingContext2D} context @param {View} view @param {readonly RuledPlace[]} marks @param {Palette} palette */
export function drawRuled(context, view, marks, palette) {
  for (const copy of view.copies) {
    for (const { stretch, level } of marks) drawStretch(context, view, stretch, copy, palette.marks(level));
    for (const sign of signsOf(view, marks, copy)) drawSign(context, sign, palette);
  }
}

/** @param {CanvasRenderingContext2D} context @param {View} view @param {readonly Place[]} stretch @param {number} copy @param {string} color */
function drawStretch(context, view, stretch, copy, color) {
  if (stretch.length < 2) return;
  context.save();
  context.globalAlpha = 0.55;
  context.lineWidth = 9;
  context.strokeStyle = color;
  context.beginPath();
  for (const { lat, lon } of stretch) context.lineTo(view.x(lon + copy), view.y(lat));
  context.stroke();
  context.restore();
}

/** @param {View} view @param {readonly RuledPlace[]} marks @param {number} copy */
function signsOf(view, marks, copy) {
  /** @type {{ x: number, y: number, text: string, level: string }[]} */
  const signs = [];
  for (const { number, level, place } of marks) {
    const [x, y] = [view.x(place.lon + copy), view.y(place.lat)];
    if (!view.holds(x, y, 40)) continue;
    const near = signs.find((sign) => Math.hypot(sign.x - x, sign.y - y) < nearPx);
    if (near === undefined) signs.push({ x, y, text: String(number), level });
    else near.text += `, ${number}`;
  }
  return signs;
}

/** @param {CanvasRenderingContext2D} context @param {{ x: number, y: number, text: string, level: string }} sign @param {Palette} palette */
function drawSign(context, { x, y, text, level }, palette) {
  context.font = '600 11px Inter, system-ui, sans-serif';
  const width = Math.max(18, context.measureText(text).width + 10);
  const top = y - 28;
  context.beginPath();
  context.moveTo(x, y);
  context.lineTo(x - 4, top + 17);
  context.lineTo(x + 4, top + 17);
  context.closePath();
  context.roundRect(x - width / 2, top, width, 18, 9);
  context.fillStyle = palette.marks(level);
  context.fill();
  context.lineWidth = 1.5;
  context.strokeStyle = palette.halo;
  context.stroke();
  context.fillStyle = palette.markInk;
  context.textAlign = 'center';
  context.textBaseline = 'middle';
  context.fillText(text, x, top + 9.5);
}
