/** @typedef {import('../../colors.js').Palette} Palette */
/** @typedef {'aircraft' | 'chosen' | 'airport' | 'country' | 'city'} Kind what a plate names */
/** @typedef {{ lines: readonly string[], kind: Kind }} Said */
/** @typedef {{ image: HTMLCanvasElement, width: number, height: number }} Plate a label as it is drawn once, with its size in pixels of the page */

/** Plates and sizes that are kept; what aircraft report changes them all the time. */
const [maxPlates, maxSizes] = [700, 5_000];
/** Size of the text by kind and line, for a page whose text is 16 px; and the room between text and edge. */
const sizes = {
  aircraft: [12, 11],
  chosen: [13, 11.5],
  airport: [11, 11],
  country: [11],
  city: [11],
};
const [beside, above, corner, blurPx] = [5, 2.5, 5, 3];
const leading = 1.25;

/** Draws labels, each once. */
export class PlateMaker {
  /** @param {HTMLElement} holder whose font is used */
  constructor(holder) {
    this.holder = holder;
    /** @type {Map<string, Plate>} */
    this.made = new Map();
    /** @type {Map<string, { width: number, height: number }>} */
    this.sizes = new Map();
    this.pen = penOf(document.createElement('canvas'));
    this.family = 'sans-serif';
    this.scale = 1;
    this.density = 1;
    this.measure();
    document.fonts?.addEventListener('loadingdone', () => this.forget());
  }

  /** Reads the font and how large the visitor wants text. */
  measure() {
    const family = getComputedStyle(this.holder).fontFamily;
    const scale = Number.parseFloat(getComputedStyle(document.documentElement).fontSize) / 16 || 1;
    const density = Math.min(2, window.devicePixelRatio || 1);
    if (family === this.family && scale === this.scale && density === this.density) return;
    [this.family, this.scale, this.density] = [family, scale, density];
    this.forget();
  }

  forget() {
    this.made.clear();
    this.sizes.clear();
  }

  /** Returns how large a plate would be: most that are wanted find no room. @param {Said} said */
  size({ lines, kind }) {
    const key = `${kind} ${lines.join('\n')}`;
    let size = this.sizes.get(key);
    if (size === undefined) {
      if (this.sizes.size >= maxSizes) this.sizes.clear();
      const widths = lines.map((text, line) => this.widthOf(text, kind, line));
      const heights = lines.map((_, line) => this.sizeOf(kind, line) * leading);
      const height = Math.ceil(heights.reduce((sum, each) => sum + each, 0) + 2 * above);
      size = { width: Math.ceil(Math.max(...widths) + 2 * beside), height };
      this.sizes.set(key, size);
    }
    return size;
  }

  /** @param {string} text @param {Kind} kind @param {number} line */
  widthOf(text, kind, line) {
    this.pen.font = this.fontOf(kind, line);
    return this.pen.measureText(text).width;
  }

  /** @param {Said} said @param {Palette} palette @returns {Plate} */
  plate({ lines, kind }, palette) {
    const key = `${kind} ${palette.isDark} ${lines.join('\n')}`;
    const known = this.made.get(key);
    if (known !== undefined) return known;
    if (this.made.size >= maxPlates) this.made.clear();
    const made = this.draw({ lines, kind }, palette);
    this.made.set(key, made);
    return made;
  }

  /** @param {Said} said @param {Palette} palette @returns {Plate} */
  draw({ lines, kind }, palette) {
    const image = document.createElement('canvas');
    const context = penOf(image);
    const isPlain = kind === 'country' || kind === 'city';
    const { width, height } = this.size({ lines, kind });
    image.width = (width + 2 * blurPx) * this.density;
    image.height = (height + 2 * blurPx) * this.density;
    context.scale(this.density, this.density);
    context.translate(blurPx, blurPx);
    if (!isPlain) drawBack(context, width, height, kind, palette);
    context.textBaseline = 'middle';
    let y = above;
    lines.forEach((text, line) => {
      const tall = this.sizeOf(kind, line) * leading;
      const x = isPlain ? (width - this.widthOf(text, kind, line)) / 2 : beside;
      context.font = this.fontOf(kind, line);
      const halo = isPlain ? palette.ground.halo : null;
      writeLine(context, text, x, y + tall / 2 + 0.5, inkOf(kind, line, palette), halo);
      y += tall;
    });
    return { image, width, height };
  }

  /** @param {Kind} kind @param {number} line */
  sizeOf(kind, line) {
    const { [kind]: each } = sizes;
    return (each[Math.min(line, each.length - 1)] ?? 11) * this.scale;
  }

  /** @param {Kind} kind @param {number} line */
  fontOf(kind, line) {
    const isBold = line === 0 && kind !== 'city';
    return `${isBold ? 650 : 400} ${this.sizeOf(kind, line)}px ${this.family}`;
  }
}

/** @param {HTMLCanvasElement} canvas */
function penOf(canvas) {
  const context = canvas.getContext('2d');
  if (context === null) throw new Error('This browser does not support canvas drawing.');
  return context;
}

/** The room around a plate's image for its shadow, in pixels. */
export const shadowPx = blurPx;

/** @param {CanvasRenderingContext2D} context @param {number} width @param {number} height @param {Kind} kind @param {Palette} palette */
function drawBack(context, width, height, kind, { isDark }) {
  context.save();
  context.beginPath();
  context.roundRect(0, 0, width, height, corner);
  context.shadowColor = isDark ? 'rgb(0 0 0 / 45%)' : 'rgb(16 32 48 / 22%)';
  context.shadowBlur = 4;
  context.shadowOffsetY = 1;
  const part = kind === 'chosen' ? 96 : kind === 'aircraft' ? 84 : 72;
  context.fillStyle = isDark ? `rgb(20 29 37 / ${part}%)` : `rgb(255 255 255 / ${part}%)`;
  context.fill();
  context.restore();
}

/** @param {CanvasRenderingContext2D} context @param {string} text @param {number} x @param {number} y @param {string} ink @param {string | null} halo */
function writeLine(context, text, x, y, ink, halo) {
  if (halo !== null) {
    context.lineWidth = 2.5;
    context.lineJoin = 'round';
    context.strokeStyle = halo;
    context.strokeText(text, x, y);
  }
  context.fillStyle = ink;
  context.fillText(text, x, y);
}

/** @param {Kind} kind @param {number} line @param {Palette} palette */
function inkOf(kind, line, { isDark, ink, ground }) {
  if (kind === 'country') return ground.place;
  if (kind === 'city') return ground.city;
  if (line === 0) return ink;
  return isDark ? '#a9b8c4' : '#4a5965';
}
