import { Room } from '../room.js';
import { Discs } from './discs.js';
import { Fan } from './fan.js';
import { freeRect, keepOuts } from './keep-outs.js';
import { layOut } from './layout.js';
import { PlaceLabels } from './place-labels.js';
import { PlateMaker } from './plate.js';
import { Plates } from './plates.js';
import { wantedLabels } from './wanted.js';

/** @typedef {import('../aircraft.js').Aircraft} Aircraft */
/** @typedef {import('../../canvas-layer.js').View} View */
/** @typedef {import('../../colors.js').Palette} Palette */
/** @typedef {import('./stacks.js').Spot} Spot */
/** @typedef {import('./discs.js').Stack} Stack */
/** @typedef {{ lines: (aircraft: Aircraft, zoom: number, isWhole: boolean) => string[], stack: (count: number) => string, flight: (aircraft: Aircraft) => string }} Words */
/** @typedef {{ context: CanvasRenderingContext2D, view: View, now: number, palette: Palette, isCalm: boolean, spots: Spot[], chosen: Spot[], hovered: Aircraft | null, room: Room, airports: import('../airports.js').ShownAirport[], symbolPx: number, hasNames: boolean, colorOf: (aircraft: Aircraft) => string, strengthOf: (aircraft: Aircraft) => number }} Frame what the scene draws now; `room` holds what is drawn besides */

/** Least time between two arrangements, in milliseconds: at rest, while the map moves and while it zooms. */
const [restMs, movedMs, zoomedMs] = [500, 140, 90];
/** And between two arrangements so many times as long as one takes. */
const slowest = 12;

/** Stacks, their fan and all labels of the map. Loaded after the first aircraft have been drawn. */
export class Crowds {
  /** @param {L.Map} map @param {Words} words @param {() => void} redraw */
  constructor(map, words, redraw) {
    this.map = map;
    this.words = words;
    this.redraw = redraw;
    this.discs = new Discs();
    this.plates = new Plates();
    this.low = new Plates();
    this.maker = new PlateMaker(map.getContainer());
    this.begunAt = 0;
    this.places = new PlaceLabels(document.documentElement.lang || 'en', redraw);
    /** @type {Fan | null} */
    this.fan = null;
    /** @type {Map<string, import('./layout.js').Placed>} */
    this.placed = new Map();
    this.done = { at: 0, zoom: 0, left: 0, top: 0, marks: /** @type {unknown[]} */ ([]), tookMs: 0 };
    map.on('zoomstart', () => this.fold());
  }

  /** Whether it is time to arrange again. @param {Frame} frame @param {unknown[]} marks what it does not wait for when it changes */
  isDue({ view, now }, marks) {
    const { done } = this;
    const ms = now - done.at;
    if (ms < 0 || done.at === 0 || marks.some((each, index) => each !== done.marks[index])) return true;
    // A slow machine arranges less often.
    if (ms < done.tookMs * slowest) return false;
    if (view.zoom !== done.zoom) return ms >= zoomedMs;
    const hasMoved = view.left !== done.left || view.top !== done.top;
    return ms >= (hasMoved ? movedMs : restMs);
  }

  /** @param {Frame} frame @param {unknown[]} marks */
  restack(frame, marks) {
    const { view, now } = frame;
    const { left, top, zoom } = view;
    this.done = { at: now, zoom, left, top, marks, tookMs: 0 };
    this.begunAt = performance.now();
    this.discs.restack(frame);
  }

  /** Parts the spots of a frame into those that are drawn as they are, and stacks. @param {Frame} frame @returns {Spot[]} */
  part(frame) {
    return this.discs.part(frame, this.fan);
  }

  /** Lays out all labels. @param {Frame} frame @param {readonly Spot[]} alone */
  layOut(frame, alone) {
    const { view, room, chosen } = frame;
    this.maker.measure();
    room.beside = null;
    for (const box of keepOuts(this.map)) room.take(box);
    if (this.fan !== null) room.take(this.fan.box);
    const symbols = new Room(view);
    const half = frame.symbolPx * 0.4;
    for (const { x, y } of [...alone, ...chosen])
      symbols.take({ x: x - half, y: y - half, width: 2 * half, height: 2 * half });
    for (const { x, y, radius } of this.shown)
      room.take({ x: x - radius, y: y - radius, width: 2 * radius, height: 2 * radius });
    for (const { x, y, radius } of frame.airports)
      symbols.take({ x: x - radius, y: y - radius, width: 2 * radius, height: 2 * radius });
    const wanted = wantedLabels(frame, alone, this);
    this.placed = layOut({ labels: room, symbols }, wanted, this.placed);
    const [high, low] = [new Map(), new Map()];
    for (const each of wanted) {
      const place = this.placed.get(each.key);
      if (place === undefined) continue;
      const plate = this.maker.plate(each.said, frame.palette);
      (each.isGround ? low : high).set(each.key, Object.assign(each.hung, place, { plate }));
    }
    this.plates.hang(high);
    this.low.hang(low);
    this.done.tookMs = performance.now() - this.begunAt;
  }

  /** Whether something glides or fades, so that each frame is different. */
  get isMoving() {
    return this.plates.isFading || this.low.isFading || this.discs.isSliding(Date.now());
  }

  /** The stacks that are drawn. */
  get shown() {
    return this.discs.shown;
  }

  /** Draws the discs, which stand above single aircraft. @param {Frame} frame */
  drawDiscs(frame) {
    this.discs.draw(frame, this.maker.family);
  }

  /** Returns the room that labels take now, for what is drawn below them. @param {Frame} frame */
  taken({ view, now }) {
    const room = new Room(view);
    for (const box of [...this.plates.boxes(view, now), ...this.low.boxes(view, now)]) room.take(box);
    return room;
  }

  /** Draws the names of the ground. @param {Frame} frame */
  drawLow({ context, view, now, isCalm }) {
    this.low.draw(context, view, now, isCalm);
  }

  /** Draws the labels of aircraft and airports. @param {Frame} frame */
  drawPlates({ context, view, now, isCalm }) {
    this.plates.draw(context, view, now, isCalm);
  }

  /** Returns the stack that is nearest to the middle of what can be seen of the map. */
  middleStack() {
    const { x, y, width, height } = freeRect(this.map);
    const [left, top] = [x + width / 2, y + height / 2];
    const away = (/** @type {Stack} */ each) => Math.hypot(each.x - left, each.y - top);
    const inView = this.shown.filter((each) => each.x > x && each.y > y && each.x < x + width && each.y < y + height);
    return inView.toSorted((a, b) => away(a) - away(b))[0] ?? null;
  }

  /** Fans a stack out. @param {Stack} stack @param {{ onChoose: (aircraft: Aircraft) => void, hasFocus: boolean }} options */
  open(stack, { onChoose, hasFocus }) {
    this.fold();
    this.fan = new Fan(this.map, stack, this.words, {
      onChoose: (aircraft) => {
        this.fold();
        onChoose(aircraft);
      },
      onFold: () => this.fold(),
    });
    if (hasFocus) this.fan.focus();
    this.done.at = 0;
    this.redraw();
  }

  /** Folds the fan; returns whether there was one. */
  fold() {
    if (this.fan === null) return false;
    this.fan.remove();
    // It can be clicked again before the next frame is drawn.
    this.discs.shown.push(this.fan.stack);
    this.fan = null;
    this.done.at = 0;
    this.redraw();
    return true;
  }
}
