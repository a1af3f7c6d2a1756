import { Palette } from '../colors.js';
import { pageMark } from '../page-mark.js';
import { createArtist } from './artist.js';

/** @typedef {import('./draw-ground.js').Frame} Frame */

/** Part of the window's width and height that is drawn beyond each of its edges. */
const margin = 0.4;
/** Maximum number of device pixels of the drawing. */
const maxPixels = 14e6;
/** The drawing is scaled while the zoom changes, and drawn again when it has not changed for so long. */
const settleMs = 120;
/** What is beyond the window's edges is drawn when nothing has happened for so long. */
const widenMs = 600;
/** The relief waits for the first aircraft, but not for ever: there may be none. */
const maxWaitMs = 4_000;
const nightEveryMs = 60_000;
/** The night moves by half a degree meanwhile. */
const nightStepMs = 120_000;

/**
 * The ground under a Leaflet map: one drawing, larger than the window, that moves and scales with the map and is drawn again
 * before its edge is seen. Without land it shows only the night, over another source's tiles.
 */
export class Ground {
  /** @param {L.Map} map @param {{ hasNames?: boolean }} [options] */
  constructor(map, { hasNames = true } = {}) {
    this.map = map;
    this.hasNames = hasNames;
    this.canvas = document.createElement('canvas');
    this.canvas.className = 'ground';
    this.canvas.setAttribute('aria-hidden', 'true');
    map.getContainer().append(this.canvas);
    this.palette = new Palette();
    this.hasLand = true;
    this.isNight = true;
    /** The time whose night is shown, in milliseconds since the epoch; null for now. @type {number | null} */
    this.time = null;
    /** What the canvas shows. @type {Frame | null} */
    this.frame = null;
    this.isBusy = false;
    this.isStale = false;
    this.isDue = false;
    this.isMoving = false;
    this.hasRelief = false;
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    this.timer = undefined;
    this.draw = createArtist(this.canvas, document.documentElement.lang || 'en', {
      onDrawn: (frame) => this.take(frame),
      onLoaded: () => this.redraw(),
    });
    map.on('movestart', () => {
      this.isMoving = true;
    });
    map.on('moveend', () => {
      this.isMoving = false;
    });
    map.on('move viewreset resize', () => this.follow());
    void pageMark('first-aircraft', maxWaitMs).then(() => this.set({ hasRelief: true }));
    matchMedia('(prefers-color-scheme: dark)').addEventListener('change', () => {
      this.palette = new Palette();
      this.redraw();
    });
    setInterval(() => this.isNight && this.redraw(), nightEveryMs);
    this.redraw();
  }

  /** @param {{ hasLand?: boolean, isNight?: boolean, hasRelief?: boolean }} options */
  set(options) {
    Object.assign(this, options);
    this.redraw();
  }

  /** Shows the night of this time instead of now, drawn again only when it has moved visibly. @param {number} at milliseconds since the epoch */
  showNight(at) {
    if (this.time !== null && Math.abs(this.time - at) <= nightStepMs) return;
    this.time = at;
    if (this.isNight) this.redraw();
  }

  /** Draws again, once what is being done with the map is done, and after what is being drawn. @param {boolean} [isWide] also what is beyond the window's edges; else it follows */
  redraw(isWide = false) {
    if (this.isDue) return;
    this.isDue = true;
    queueMicrotask(() => {
      this.isDue = false;
      this.isStale = true;
      if (!this.isBusy) this.drawNow(isWide || this.isMoving);
    });
  }

  /** @param {boolean} isWide */
  drawNow(isWide) {
    this.isStale = false;
    this.canvas.hidden = !this.hasLand && !this.isNight;
    if (this.canvas.hidden) return;
    this.isBusy = true;
    const { hasLand, hasNames, hasRelief, isNight } = this;
    this.draw({
      frame: this.nextFrame(isWide ? margin : 0),
      colors: this.palette.ground,
      hasLand,
      hasRelief,
      hasNames,
      nightAt: isNight ? (this.time ?? Date.now()) : null,
    });
  }

  /** @param {number} beyond part of the window that is drawn beyond each of its edges @returns {Frame} */
  nextFrame(beyond) {
    const { map } = this;
    const size = map.getSize();
    const density = Math.min(2, window.devicePixelRatio || 1);
    const room = Math.sqrt(maxPixels / (size.x * size.y * density ** 2));
    const part = Math.max(0, Math.min(beyond, (room - 1) / 2));
    const [beside, above] = [Math.ceil(size.x * part), Math.ceil(size.y * part)];
    const corner = topLeft(map);
    return {
      zoom: map.getZoom(),
      scale: 256 * 2 ** map.getZoom(),
      left: corner.x - beside,
      top: corner.y - above,
      width: size.x + 2 * beside,
      height: size.y + 2 * above,
      density,
    };
  }

  /** @param {Frame} frame */
  take(frame) {
    this.frame = frame;
    this.isBusy = false;
    Object.assign(this.canvas.dataset, { zoom: frame.zoom, left: frame.left, top: frame.top });
    this.place();
    if (this.isStale) this.redraw();
    else this.follow();
  }

  /** Keeps the drawing under the map. */
  follow() {
    const covers = this.place();
    clearTimeout(this.timer);
    if (covers === 'part') this.redraw();
    else if (covers === 'scaled') this.timer = setTimeout(() => this.redraw(), settleMs);
    else if (this.isNarrow()) this.timer = setTimeout(() => this.redraw(true), widenMs);
  }

  /** Returns whether only the window is drawn, with nothing beyond its edges. */
  isNarrow() {
    const size = this.map.getSize();
    return this.frame !== null && this.frame.width <= size.x && this.nextFrame(margin).width > size.x;
  }

  /** Moves the drawing to where it belongs; returns what it covers: all of the window, a part, or all at another scale. */
  place() {
    const { map, frame } = this;
    if (frame === null) return 'all';
    const scale = (256 * 2 ** map.getZoom()) / frame.scale;
    const corner = topLeft(map);
    const [x, y] = [frame.left * scale - corner.x, frame.top * scale - corner.y];
    this.canvas.style.transform = `translate(${x}px, ${y}px) scale(${scale})`;
    const size = map.getSize();
    const isInside = x <= 0 && y <= 0 && x + frame.width * scale >= size.x && y + frame.height * scale >= size.y;
    if (!isInside) return 'part';
    return Math.abs(scale - 1) < 1e-6 ? 'all' : 'scaled';
  }
}

/** The window's corner in pixels of the world. @param {L.Map} map */
function topLeft(map) {
  return map.getPixelBounds().min ?? L.point(0, 0);
}
