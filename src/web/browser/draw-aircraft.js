import { reachPx, shapes } from './aircraft-shapes.js';

/** @typedef {import('./colors.js').Palette} Palette */
/** @typedef {{ kind: import('./aircraft-classes.js').AircraftClass, color: string, isSilent: boolean }} Look a silent aircraft is hollow */

/** Maximum number of drawn symbols that are kept. */
const maxSprites = 600;
/** Symbols as they are drawn once, by their look. @type {Map<string, HTMLCanvasElement>} */
const sprites = new Map();

/** Draws a symbol, turned to its heading. @param {CanvasRenderingContext2D} context @param {number} x @param {number} y @param {number} heading @param {Look} look @param {Palette} palette @param {number} [size] */
export function drawAircraft(context, x, y, heading, look, palette, size = 1) {
  const density = Math.min(2, window.devicePixelRatio || 1);
  const sprite = spriteOf(look, palette, density * size);
  const side = sprite.width / density;
  const turn = (heading * Math.PI) / 180;
  const [cos, sin] = [Math.cos(turn) * density, Math.sin(turn) * density];
  context.setTransform(cos, sin, -sin, cos, x * density, y * density);
  context.drawImage(sprite, -side / 2, -side / 2, side, side);
  context.setTransform(density, 0, 0, density, 0, 0);
}

/** Draws a dot in place of a symbol that would cover another one. @param {CanvasRenderingContext2D} context @param {number} x @param {number} y @param {Look} look @param {Palette} palette */
export function drawDot(context, x, y, { color }, palette) {
  context.fillStyle = palette.halo;
  context.fillRect(x - 2.5, y - 2.5, 5, 5);
  context.fillStyle = color;
  context.fillRect(x - 1.5, y - 1.5, 3, 3);
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
  context.lineWidth = isSilent ? 3.4 : 2.4;
  context.strokeStyle = palette.halo;
  context.stroke(shapes[kind]);
  context.fillStyle = isSilent ? palette.halo : color;
  context.fill(shapes[kind]);
  if (isSilent) {
    context.lineWidth = 1.2;
    context.strokeStyle = color;
    context.stroke(shapes[kind]);
  }
  sprites.set(key, sprite);
  return sprite;
}
