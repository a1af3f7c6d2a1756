import { mercator } from '../geo.js';

/** @typedef {import('./atlas.js').Atlas} Atlas */
/** @typedef {import('./atlas.js').Line} Line */
/** @typedef {{ zoom: number, scale: number, left: number, top: number, width: number, height: number, density: number }} Frame what is drawn: the world is `scale` pixels wide, `left` and `top` are pixels of the world, `density` is device pixels per pixel */
/** @typedef {Record<'sea' | 'seaShallow' | 'seaDeep' | 'land' | 'landShadow' | 'landShine' | 'tint' | 'lake' | 'graticule' | 'coast' | 'border' | 'place' | 'city' | 'halo' | 'night' | 'light' | 'lightsByDay', string>} GroundColors `tint` and `lightsByDay` are numbers from 0 to 1 */
/** @typedef {{ context: CanvasRenderingContext2D | OffscreenCanvasRenderingContext2D, frame: Frame, colors: GroundColors }} Pen */

/**
 * Draws land, lakes, borders and sea on every visible copy of the world, and on beyond its upper and lower edge. What is below is
 * drawn later: the relief shades only what is there already.
 * @param {Pen} pen @param {Atlas} atlas @param {import('./relief.js').Relief | null} relief
 */
export function drawGround(pen, atlas, relief) {
  const { context, frame, colors } = pen;
  const bottom = frame.scale - frame.top;
  if (bottom < frame.height) {
    // Antarctica extends to the pole, which no Mercator map reaches.
    context.fillStyle = colors.land;
    context.fillRect(0, bottom - 1, frame.width, frame.height - bottom + 1);
  }
  trace(pen, atlas.land, true);
  context.fillStyle = colors.land;
  context.fill('evenodd');
  relief?.drawLand(pen);
  drawSea(pen, relief);
  trace(pen, atlas.lakes, true);
  context.fillStyle = colors.lake;
  context.fill('evenodd');
  stroke(pen, atlas.borders, colors.border, 1);
  stroke(pen, atlas.lakes, colors.coast, 0.6);
  stroke(pen, atlas.land, colors.coast, 1);
}

/** Draws below the land what is not land. @param {Pen} pen @param {import('./relief.js').Relief | null} relief */
function drawSea(pen, relief) {
  const { context, frame, colors } = pen;
  context.globalCompositeOperation = 'destination-over';
  drawGraticule(pen);
  relief?.drawSea(pen);
  context.fillStyle = colors.sea;
  context.fillRect(0, 0, frame.width, frame.height);
  context.globalCompositeOperation = 'source-over';
}

/** Draws the graticule, so that oceans are not empty. @param {Pen} pen */
function drawGraticule({ context, frame, colors }) {
  const { scale, left, top, width, height } = frame;
  context.beginPath();
  for (let east = Math.ceil((left / scale) * 36); east <= ((left + width) / scale) * 36; east++) {
    const x = (east / 36) * scale - left;
    context.moveTo(x, 0);
    context.lineTo(x, height);
  }
  for (let lat = -80; lat <= 80; lat += 10) {
    const y = mercator({ lat, lon: 0 })[1] * scale - top;
    if (y < -1 || y > height + 1) continue;
    context.moveTo(0, y);
    context.lineTo(width, y);
  }
  context.strokeStyle = colors.graticule;
  context.lineWidth = 1;
  context.stroke();
}

/** @param {Pen} pen @param {Line[]} lines @param {string} color @param {number} width */
function stroke(pen, lines, color, width) {
  trace(pen, lines, false);
  pen.context.strokeStyle = color;
  pen.context.lineWidth = width;
  pen.context.lineJoin = 'round';
  pen.context.stroke();
}

/** Adds the visible lines to the path, on every visible copy of the world. @param {Pen} pen @param {Line[]} lines @param {boolean} isArea */
function trace({ context, frame }, lines, isArea) {
  const { scale, left, top, width, height } = frame;
  context.beginPath();
  const [first, last] = [Math.floor(left / scale), Math.floor((left + width) / scale)];
  for (const line of lines) {
    if (line.south * scale < top - 4 || line.north * scale > top + height + 4) continue;
    for (let copy = first; copy <= last; copy++) {
      const from = left - copy * scale;
      if (line.east * scale < from - 4 || line.west * scale > from + width + 4) continue;
      if ((line.east - line.west + line.south - line.north) * scale < 1) continue;
      lay(context, line.points, from, frame, isArea);
    }
  }
}

/**
 * Adds one line without details smaller than half a pixel. Areas are cut at the antimeridian: their edge there is no coast.
 * @param {Pen['context']} context @param {Float64Array} points @param {number} left @param {Frame} frame @param {boolean} isArea
 */
function lay(context, points, left, { scale, top }, isArea) {
  let [lastX, lastY, wasCut] = [Number.NaN, Number.NaN, false];
  for (let at = 0; at < points.length; at += 2) {
    const across = points[at] ?? 0;
    const down = points[at + 1] ?? 0;
    const [x, y] = [across * scale - left, down * scale - top];
    const isEnd = at === 0 || at >= points.length - 2;
    if (!isEnd && Math.abs(x - lastX) + Math.abs(y - lastY) < 0.7) continue;
    const isCut = across <= 0 || across >= 1 || down >= 1;
    if (at === 0 || (!isArea && isCut && wasCut)) context.moveTo(x, y);
    else context.lineTo(x, y);
    [lastX, lastY, wasCut] = [x, y, isCut];
  }
  if (isArea) context.closePath();
}
