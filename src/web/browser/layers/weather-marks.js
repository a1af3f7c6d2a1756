/** @typedef {import('./metar.js').Category} Category */
/** @typedef {import('../colors.js').Palette} Palette */

/** The colours that pilots know, dark enough for a light ground and light enough for a dark one. @type {Readonly<Record<Category, readonly [light: string, dark: string]>>} */
const colors = {
  vfr: ['hsl(140 62% 34%)', 'hsl(140 55% 55%)'],
  mvfr: ['hsl(214 80% 48%)', 'hsl(212 85% 66%)'],
  ifr: ['hsl(0 72% 48%)', 'hsl(2 85% 66%)'],
  lifr: ['hsl(300 62% 42%)', 'hsl(302 70% 68%)'],
};

/** @param {Category | null} category @param {boolean} isDark */
export function categoryColor(category, isDark) {
  if (category === null) return isDark ? 'hsl(210 8% 62%)' : 'hsl(210 8% 46%)';
  return colors[category][isDark ? 1 : 0];
}

/** Corners of each mark, from the middle, so that colours are not all that tells them apart; the best has none. @type {Readonly<Record<Category, readonly (readonly [number, number])[]>>} */
const corners = {
  vfr: [],
  mvfr: [
    [-0.9, -0.9],
    [0.9, -0.9],
    [0.9, 0.9],
    [-0.9, 0.9],
  ],
  ifr: [
    [0, -1.25],
    [1.25, 0],
    [0, 1.25],
    [-1.25, 0],
  ],
  lifr: [
    [0, -1.25],
    [1.2, 0.9],
    [-1.2, 0.9],
  ],
};

/** Draws the mark of a category around an airport: a circle, a square, a diamond or a triangle. @param {CanvasRenderingContext2D} context @param {number} x @param {number} y @param {Category | null} category @param {number} radius @param {Palette} palette */
export function drawCategory(context, x, y, category, radius, palette) {
  const shape = category === null ? [] : corners[category];
  context.beginPath();
  if (shape.length === 0) context.arc(x, y, radius, 0, 2 * Math.PI);
  for (const [right, down] of shape) context.lineTo(x + right * radius, y + down * radius);
  context.closePath();
  context.lineJoin = 'round';
  context.lineWidth = 2;
  context.strokeStyle = palette.halo;
  context.stroke();
  context.fillStyle = categoryColor(category, palette.isDark);
  context.fill();
}

const shaftPx = 24;
const [longPx, shortPx, stepPx] = [9, 5, 4];

/** Draws the wind as on weather charts: the shaft leads to where it comes from; half a barb for 5 kt, a barb for 10, a flag for 50. @param {CanvasRenderingContext2D} context @param {number} x @param {number} y @param {import('./metar.js').Report} report @param {Palette} palette */
export function drawBarb(context, x, y, { windDeg, windKt }, palette) {
  if (windDeg === null || windKt === null || windKt < 2.5) return;
  context.save();
  context.translate(x, y);
  context.rotate((windDeg * Math.PI) / 180);
  context.beginPath();
  context.moveTo(0, 0);
  context.lineTo(0, -shaftPx);
  let left = Math.round(windKt / 5) * 5;
  // Half a barb alone stands away from the end.
  let at = left === 5 ? -shaftPx + stepPx : -shaftPx;
  for (; left >= 50; left -= 50, at += 2 * stepPx) {
    context.moveTo(0, at);
    context.lineTo(longPx, at);
    context.lineTo(0, at + 1.5 * stepPx);
  }
  for (; left >= 5; left -= 10, at += stepPx) {
    const px = left >= 10 ? longPx : shortPx;
    context.moveTo(0, at);
    context.lineTo(px, at - px / 3);
  }
  context.lineCap = 'round';
  for (const [width, color] of /** @type {const} */ ([
    [4, palette.halo],
    [1.6, palette.ink],
  ])) {
    context.lineWidth = width;
    context.strokeStyle = color;
    context.stroke();
  }
  context.restore();
}
