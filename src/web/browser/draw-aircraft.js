/** @typedef {import('./colors.js').Palette} Palette */

/** An airliner from above, nose up, about 24 px across. */
const outline = new Path2D(
  'M0 -11 C1.1 -11 1.7 -9.4 1.7 -7.6 L1.7 -3.2 L11 2.6 L11 4.6 L1.7 1.9 L1.4 7 L4.2 9.2 L4.2 10.8 L0 9.7 L-4.2 10.8 L-4.2 9.2 L-1.4 7 L-1.7 1.9 L-11 4.6 L-11 2.6 L-1.7 -3.2 L-1.7 -7.6 C-1.7 -9.4 -1.1 -11 0 -11 Z',
);

/** @param {CanvasRenderingContext2D} context @param {number} x @param {number} y @param {number} heading @param {string} color @param {Palette} palette @param {number} [size] */
export function drawAircraft(context, x, y, heading, color, palette, size = 1) {
  context.save();
  context.translate(x, y);
  context.rotate((heading * Math.PI) / 180);
  context.scale(size, size);
  context.lineWidth = 2.4;
  context.lineJoin = 'round';
  context.strokeStyle = palette.halo;
  context.stroke(outline);
  context.fillStyle = color;
  context.fill(outline);
  context.restore();
}
