import { layNight, nightSheet } from './night.js';
import { Raster } from './raster.js';

/** @typedef {import('./draw-ground.js').Pen} Pen */
/** @typedef {import('./draw-ground.js').GroundColors} GroundColors */
/** @typedef {import('./raster.js').Source} Source */
/** @typedef {(file: string) => Promise<ImageBitmap>} Load */

/** The pictures that `build/relief.ts` makes. @type {Readonly<Record<'coarse' | 'fine' | 'sea' | 'lights', Source>>} */
const sources = {
  coarse: { name: 'relief', side: 2_048, tile: 2_048 },
  fine: { name: 'relief-fine', side: 4_096, tile: 1_024 },
  sea: { name: 'sea', side: 2_048, tile: 2_048 },
  lights: { name: 'lights', side: 2_048, tile: 2_048 },
};
/** Device pixels of the world from which the finer relief is drawn. */
const fineFrom = 2_900;
/** Zooms between which the relief fades: nearer than its data it would be a blur; and those between which the lights of cities go out. */
const [clearTo, faintFrom, faint] = [5.2, 7.2, 0.15];
const [litTo, unlitFrom] = [5.5, 7];

/** Relief of the land, depths of the sea, lights of cities: loaded when they are first drawn. */
export class Relief {
  /** @param {Load} load @param {() => void} onLoaded */
  constructor(load, onLoaded) {
    let waiting = 0;
    /** Drawn again once, when all that was in view is there. @type {Load} */
    const counted = async (file) => {
      waiting += 1;
      const bitmap = await load(file);
      waiting -= 1;
      if (waiting === 0) setTimeout(onLoaded);
      return bitmap;
    };
    /** @param {keyof typeof sources} name */
    const open = (name) => new Raster(sources[name], counted);
    this.coarse = open('coarse');
    this.fine = open('fine');
    this.sea = open('sea');
    this.lights = open('lights');
  }

  /** Shades what is drawn: only the land must be there. @param {Pen} pen */
  drawLand(pen) {
    const { context, frame, colors } = pen;
    const raster = frame.scale * frame.density < fineFrom ? this.coarse : this.fine;
    const key = [colors.land, colors.landShadow, colors.landShine, colors.tint].join();
    context.save();
    context.globalCompositeOperation = 'source-atop';
    context.globalAlpha = fading(frame.zoom);
    raster.draw(pen, key, (pixels) => colorLand(pixels, pen));
    context.restore();
  }

  /** Draws the depths of the sea below all that is drawn. @param {Pen} pen */
  drawSea(pen) {
    const { context, colors } = pen;
    context.save();
    context.globalCompositeOperation = 'destination-over';
    this.sea.draw(pen, [colors.seaShallow, colors.sea, colors.seaDeep].join(), (pixels) => colorSea(pixels, pen));
    context.restore();
  }

  /** Draws the lights of cities, bright where it is night, and faint by day where the colours say so. @param {Pen} pen @param {number | null} at */
  drawLights(pen, at) {
    const { context, frame, colors } = pen;
    const byDay = Number(colors.lightsByDay);
    const strength = Math.max(0, Math.min(1, (unlitFrom - frame.zoom) / (unlitFrom - litTo)));
    if (strength === 0) return;
    const sheet = this.lights.sheet(frame, colors.light, (pixels) => colorLights(pixels, pen));
    if (sheet === null) return;
    const scale = sheet.canvas.width / sheet.width;
    const own = sheet.context;
    own.globalCompositeOperation = 'destination-in';
    own.setTransform(scale, 0, 0, scale, -sheet.x * scale, -sheet.y * scale);
    if (at === null) {
      own.globalAlpha = byDay;
      own.fillRect(0, 0, frame.width, frame.height);
    } else {
      const lit = (/** @type {number} */ dark) => byDay + (1 - byDay) * Math.max(0, Math.min(1, (dark - 0.25) / 0.5));
      layNight(own, nightSheet(frame, at, [255, 255, 255, 1], lit));
    }
    context.save();
    context.globalAlpha = strength;
    context.imageSmoothingQuality = 'low';
    context.drawImage(sheet.canvas, sheet.x, sheet.y, sheet.width, sheet.height);
    context.restore();
  }
}

/** @param {number} zoom */
function fading(zoom) {
  const part = Math.max(0, Math.min(1, (zoom - clearTo) / (faintFrom - clearTo)));
  return 1 - (1 - faint) * part;
}

/**
 * Land in the theme's colours: grey 128 is flat, darker lies in shadow, lighter in the light; what the picture has of colour is that of the ground.
 * @param {Uint8ClampedArray} pixels @param {Pen} pen
 */
function colorLand(pixels, { context, colors }) {
  const [land = [], shadow = [], shine = []] = [colors.land, colors.landShadow, colors.landShine].map((each) =>
    rgba(context, each),
  );
  /** @param {number} grey */
  const partOf = (grey) => (Math.abs(grey - 128) / 128) * ((grey < 128 ? shadow : shine)[3] ?? 1);
  const [reds, greens, blues] = [0, 1, 2].map((band) =>
    Float32Array.from({ length: 256 }, (_, grey) => between(land, grey < 128 ? shadow : shine, band, partOf(grey))),
  );
  const tints = Float32Array.from({ length: 256 }, (_, grey) => Number(colors.tint) * (1 - partOf(grey)));
  if (reds === undefined || greens === undefined || blues === undefined) return;
  for (let at = 0; at < pixels.length; at += 4) {
    const red = pixels[at] ?? 0;
    const green = pixels[at + 1] ?? 0;
    const blue = pixels[at + 2] ?? 0;
    const grey = (red * 77 + green * 150 + blue * 29) >> 8;
    const tint = tints[grey] ?? 0;
    pixels[at] = (reds[grey] ?? 0) + (red - grey) * tint;
    pixels[at + 1] = (greens[grey] ?? 0) + (green - grey) * tint;
    pixels[at + 2] = (blues[grey] ?? 0) + (blue - grey) * tint;
  }
}

/** The sea by its depth, black to white in the picture. @param {Uint8ClampedArray} pixels @param {Pen} pen */
function colorSea(pixels, { context, colors }) {
  const [shallow = [], usual = [], deep = []] = [colors.seaShallow, colors.sea, colors.seaDeep].map((each) =>
    rgba(context, each),
  );
  replace(pixels, (grey) => {
    const depth = (2 * grey) / 255;
    const [above, below, part] = depth < 1 ? [shallow, usual, depth] : [usual, deep, depth - 1];
    return [0, 1, 2].map((band) => between(above, below, band, part));
  });
}

/** Lights in their colour, as opaque as they are bright. @param {Uint8ClampedArray} pixels @param {Pen} pen */
function colorLights(pixels, { context, colors }) {
  const [red = 0, green = 0, blue = 0, alpha = 1] = rgba(context, colors.light);
  replace(pixels, (grey) => [red, green, blue, (Math.max(0, grey - 6) / 249) * alpha * 255]);
}

/** Replaces each grey by its colour. @param {Uint8ClampedArray} pixels @param {(grey: number) => readonly number[]} colorOf */
function replace(pixels, colorOf) {
  const colors = new Uint8ClampedArray(1_024);
  for (let grey = 0; grey < 256; grey++) {
    const [red = 0, green = 0, blue = 0, alpha = 255] = colorOf(grey);
    colors.set([red, green, blue, alpha], grey * 4);
  }
  const table = new Uint32Array(colors.buffer);
  const words = new Uint32Array(pixels.buffer);
  for (let at = 0; at < words.length; at++) words[at] = table[pixels[at * 4] ?? 0] ?? 0;
}

/** @param {readonly number[]} from @param {readonly number[]} to @param {number} band @param {number} part */
function between(from, to, band, part) {
  return (from[band] ?? 0) * (1 - part) + (to[band] ?? 0) * part;
}

/** Returns red, green, blue and opacity of a colour of a style sheet. @param {Pen['context']} context @param {string} color */
export function rgba(context, color) {
  context.save();
  context.fillStyle = color;
  const said = String(context.fillStyle);
  context.restore();
  if (said.startsWith('#')) return [1, 3, 5].map((at) => Number.parseInt(said.slice(at, at + 2), 16));
  return [...said.matchAll(/[\d.]+/g)].map(Number);
}
