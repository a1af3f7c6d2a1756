import { reachPx, shapes } from './aircraft-shapes.js';

/** @typedef {import('./colors.js').Palette} Palette */
/** @typedef {{ kind: import('./aircraft-classes.js').AircraftClass, color: string, isSilent: boolean }} Look a silent aircraft is hollow */

/** Maximum number of drawn symbols that are kept. */
const maxSprites = 600;
/** Symbols as they are drawn once, by their look. @type {Map<string, HTMLCanvasElement>} */
const sprites = new Map();

/** Length of the usual airliner in `shapes`, in pixels. */
export const usualPx = 22.3;
/** Sizes in which symbols are kept; between them they are scaled, so that a zoom does not draw symbols again in each frame. */
const sizeStep = 1.2;
/** The world, the zoom from which symbols are largest, and how long an airliner is there, in pixels. */
const [smallest, largest] = [
  { zoom: 1.5, px: 9 },
  { zoom: 8, px: 26 },
];
/** Few aircraft are drawn larger. */
const [few, fewLarger] = [200, 0.3];

/** Returns the length of an airliner's symbol in pixels: smooth from the world to an airport. @param {number} zoom @param {number} count of aircraft */
export function symbolPx(zoom, count) {
  const part = Math.max(0, Math.min(1, (zoom - smallest.zoom) / (largest.zoom - smallest.zoom)));
  const px = smallest.px + (largest.px - smallest.px) * part ** 0.75;
  return Math.min(largest.px, px * (1 + fewLarger * Math.max(0, 1 - count / few)));
}

/** Draws a symbol, turned to its heading. @param {CanvasRenderingContext2D} context @param {number} x @param {number} y @param {number} heading @param {Look} look @param {Palette} palette @param {number} [size] */
export function drawAircraft(context, x, y, heading, look, palette, size = 1) {
  const density = Math.min(2, window.devicePixelRatio || 1);
  const scale = density * size;
  const kept = sizeStep ** Math.ceil(Math.log(scale) / Math.log(sizeStep) - 1e-6);
  const sprite = spriteOf(look, palette, kept);
  const side = (sprite.width / density) * (scale / kept);
  const turn = (heading * Math.PI) / 180;
  const [cos, sin] = [Math.cos(turn) * density, Math.sin(turn) * density];
  context.setTransform(cos, sin, -sin, cos, x * density, y * density);
  context.drawImage(sprite, -side / 2, -side / 2, side, side);
  context.setTransform(density, 0, 0, density, 0, 0);
}

/** @param {Look} look @param {Palette} palette @param {number} scale @returns {HTMLCanvasElement} */
function spriteOf({ kind, color, isSilent }, palette, scale) {
  const key = `${kind} ${color} ${isSilent} ${palette.isDark} ${scale}`;
  const known = sprites.get(key);
  if (known !== undefined) return known;
  if (sprites.size >= maxSprites) sprites.clear();
  const sprite = document.createElement('canvas');
  sprite.width = sprite.height = Math.ceil(2 * reachPx * scale);
  const context = sprite.getContext('2d');
  if (context === null) throw new Error('This browser does not support canvas drawing.');
  context.translate(sprite.width / 2, sprite.height / 2);
  context.scale(scale, scale);
  context.lineJoin = 'round';
  context.lineWidth = isSilent ? 4.2 : 2.4;
  context.strokeStyle = palette.halo;
  context.stroke(shapes[kind]);
  context.fillStyle = isSilent ? palette.halo : color;
  context.fill(shapes[kind]);
  if (isSilent) {
    context.lineWidth = 1.8;
    context.strokeStyle = color;
    context.stroke(shapes[kind]);
  }
  sprites.set(key, sprite);
  return sprite;
}
