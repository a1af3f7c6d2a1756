import { discPx } from './stacks.js';

/** @typedef {import('../../colors.js').Palette} Palette */

const maxDiscs = 300;
/** @type {Map<string, HTMLCanvasElement>} */
const discs = new Map();
const ringPx = 2.6;
const shadePx = 4;

/** Draws the disc of a stack: how many aircraft there are, and around it a ring with the colours that they have. @param {CanvasRenderingContext2D} context @param {number} x @param {number} y @param {readonly string[]} colors of its aircraft @param {string} family font @param {Palette} palette */
export function drawDisc(context, x, y, colors, family, palette) {
  const density = Math.min(2, window.devicePixelRatio || 1);
  const key = `${palette.isDark} ${density} ${family} ${colors.join()}`;
  let disc = discs.get(key);
  if (disc === undefined) {
    if (discs.size >= maxDiscs) discs.clear();
    disc = make(colors, density, family, palette);
    discs.set(key, disc);
  }
  const side = disc.width / density;
  context.drawImage(disc, x - side / 2, y - side / 2, side, side);
}

/** @param {readonly string[]} colors @param {number} density @param {string} family @param {Palette} palette */
function make(colors, density, family, palette) {
  const radius = discPx(colors.length);
  const canvas = document.createElement('canvas');
  canvas.width = canvas.height = 2 * Math.ceil((radius + shadePx) * density);
  const context = canvas.getContext('2d');
  if (context === null) throw new Error('This browser does not support canvas drawing.');
  context.translate(canvas.width / 2, canvas.height / 2);
  context.scale(density, density);
  context.beginPath();
  context.arc(0, 0, radius, 0, 2 * Math.PI);
  context.save();
  context.shadowColor = palette.isDark ? 'rgb(0 0 0 / 60%)' : 'rgb(16 32 48 / 35%)';
  context.shadowBlur = shadePx * density;
  context.fillStyle = palette.markInk;
  context.fill();
  context.restore();
  drawRing(context, radius - ringPx / 2, colors);
  const text = String(colors.length);
  const size = Math.min(radius * 1.12, (radius * 2.3) / Math.max(1.6, text.length));
  context.font = `700 ${size}px ${family}`;
  context.textAlign = 'center';
  context.textBaseline = 'alphabetic';
  context.fillStyle = palette.ink;
  // In the middle of the figures, not of the line.
  const { actualBoundingBoxAscent: up } = context.measureText('0');
  context.fillText(text, 0, up / 2);
  return canvas;
}

/** @param {CanvasRenderingContext2D} context @param {number} radius @param {readonly string[]} colors */
function drawRing(context, radius, colors) {
  /** @type {Map<string, number>} */
  const counts = new Map();
  for (const color of colors) counts.set(color, (counts.get(color) ?? 0) + 1);
  context.lineWidth = ringPx;
  let from = -Math.PI / 2;
  for (const [color, count] of counts) {
    const to = from + (2 * Math.PI * count) / colors.length;
    context.beginPath();
    context.arc(0, 0, radius, from, to);
    context.strokeStyle = color;
    context.stroke();
    from = to;
  }
}
