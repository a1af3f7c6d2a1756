import { classOf } from '../aircraft-classes.js';
import { CanvasLayer } from '../canvas-layer.js';
import { Palette } from '../colors.js';
import { drawAircraft, symbolPx, usualPx } from '../draw-aircraft.js';
import { airportsOf, drawAirports } from './airports.js';
import { colorOf, silentColor } from './coloring.js';
import { Room } from './room.js';

/** @typedef {import('./aircraft.js').Aircraft} Aircraft */
/** @typedef {import('./crowds/crowds.js').Crowds} Crowds */
/** @typedef {import('./crowds/crowds.js').Frame} Frame */
/** @typedef {import('./crowds/stacks.js').Spot} Spot */
/** @typedef {import('../draw-lines.js').TrackPoint} TrackPoint */

/** Minimum motion that is redrawn. */
const finestPx = 0.35;
/** How often it is checked whether something moves. */
const lookEveryMs = 200;
/** How strong the others are beside a chosen flight. */
const backOpacity = 0.25;
/** Around the view, in pixels: what is drawn, and what is known of so that nothing changes while it comes into view. */
const [drawnPx, knownPx] = [40, 200];
/** The chosen aircraft is so much larger, and no smaller than this. */
const [chosenLarger, chosenPx] = [1.25, 20];

/** The moving layer of the map: aircraft, labels, trail and route. */
export class Scene {
  /** @param {L.Map} map */
  constructor(map) {
    this.map = map;
    /** @type {Aircraft[]} */
    this.aircraft = [];
    /** @type {Aircraft | null} */
    this.chosen = null;
    /** @type {TrackPoint[]} */
    this.trail = [];
    /** Places of the filed route between the airports. @type {readonly import('./route.js').Waypoint[]} */
    this.route = [];
    /** How the chosen flight is drawn, once that has been loaded. @type {import('./chosen/scenery.js').Scenery | null} */
    this.scenery = null;
    /** Those that are drawn where they are. @type {Spot[]} */
    this.shown = [];
    /** The one under the mouse. @type {Aircraft | null} */
    this.hovered = null;
    /** Stacks and labels, once they are loaded. @type {Crowds | null} */
    this.crowds = null;
    this.hasNames = true;
    /** @type {WeakMap<Aircraft, { by: string, place: Aircraft['place'], look: import('../draw-aircraft.js').Look }>} */
    this.looks = new WeakMap();
    /** @type {import('./coloring.js').Coloring} */
    this.coloring = 'altitude';
    this.hasAirports = true;
    /** @type {import('./airports.js').Airport[]} */
    this.knownAirports = [];
    /** The flights whose airports are known. @type {Aircraft[] | null} */
    this.airportsFor = null;
    /** @type {import('./airports.js').ShownAirport[]} */
    this.shownAirports = [];
    /** What draws below the flights. @type {((drawing: import('../layers/source.js').Drawing) => void)[]} */
    this.below = [];
    this.palette = new Palette();
    this.layer = new CanvasLayer(map, (context, view) => this.draw(context, view));
    this.isCalm = matchMedia('(prefers-reduced-motion: reduce)');
    this.drawnAt = 0;
    this.hasMarked = false;
    /** Called when the first aircraft have been drawn. @type {() => void} */
    this.onFirst = () => {};
    matchMedia('(prefers-color-scheme: dark)').addEventListener('change', () => {
      this.palette = new Palette();
    });
    const tick = () => {
      const left = this.drawnAt + this.interval() - Date.now();
      if (left <= 0) this.layer.redraw();
      // Frames are asked for only while something moves visibly: each costs, even if nothing is drawn.
      if (left < lookEveryMs) requestAnimationFrame(tick);
      else setTimeout(() => requestAnimationFrame(tick), lookEveryMs);
    };
    requestAnimationFrame(tick);
  }

  /** Returns the milliseconds until the next frame is needed, 16 to 1000, by how fast the fastest aircraft moves on the screen. */
  interval() {
    if (this.crowds?.isMoving === true) return 16;
    if (this.isCalm.matches || this.shown.length === 0) return 1_000;
    const now = Date.now();
    const pxPerDegree = this.layer.view.scale / 360;
    let fastest = 0;
    for (const { aircraft } of this.shown) {
      const easing = aircraft.easing(now);
      const error = Math.abs(aircraft.error.lat) + Math.abs(aircraft.error.lon);
      fastest = Math.max(fastest, (((aircraft.place[4] ?? 0) / 216_000) * 1.5 + error * easing * 1.5) * pxPerDegree);
    }
    return Math.max(16, Math.min(1_000, (1_000 * finestPx) / Math.max(fastest, 0.001)));
  }

  /** @param {CanvasRenderingContext2D} context @param {import('../canvas-layer.js').View} view */
  draw(context, view) {
    const now = Date.now();
    this.drawnAt = now;
    const frame = this.frame(context, view, now);
    const { crowds } = this;
    const marks = [this.chosen, this.hovered, this.hasNames, this.hasAirports];
    const isDue = crowds?.isDue(frame, marks) === true;
    if (isDue) crowds?.restack(frame, marks);
    crowds?.drawLow(frame);
    if (this.below.length > 0) frame.room.beside = crowds?.taken(frame) ?? null;
    for (const draw of this.below) draw(frame);
    for (const box of this.drawChosen(context, view, now)) frame.room.take(box);
    const alone = crowds?.part(frame) ?? frame.spots;
    this.shownAirports = drawAirports(context, view, this.airports(), crowds?.shown ?? [], this.palette);
    frame.airports = this.shownAirports;
    this.drawSymbols(frame, alone);
    crowds?.drawDiscs(frame);
    if (frame.spots.length + frame.chosen.length > 0) this.markFirst();
    if (isDue) crowds?.layOut(frame, alone);
    crowds?.drawPlates(frame);
    for (const spot of frame.chosen)
      this.drawSymbol(frame, spot, spot.x, spot.y, Math.max(chosenPx, frame.symbolPx * chosenLarger));
    crowds?.fan?.draw(frame, (spot, x, y) => this.drawSymbol(frame, spot, x, y, Math.max(chosenPx, frame.symbolPx)));
    this.shown = [...alone, ...frame.chosen];
    this.layer.canvas.dataset.aircraft = String(frame.spots.length + frame.chosen.length);
  }

  /** @param {CanvasRenderingContext2D} context @param {import('../canvas-layer.js').View} view @param {number} now @returns {Frame} */
  frame(context, view, now) {
    return {
      context,
      view,
      now,
      palette: this.palette,
      isCalm: this.isCalm.matches,
      ...this.place(view, now),
      hovered: this.hovered,
      room: new Room(view),
      airports: [],
      symbolPx: symbolPx(view.zoom, this.aircraft.length),
      hasNames: this.hasNames,
      colorOf: (aircraft) => this.lookOf(aircraft, now).color,
      strengthOf: (aircraft) => this.opacityOf(aircraft, Date.now()),
    };
  }

  /** @param {Frame} frame @param {readonly Spot[]} alone */
  drawSymbols(frame, alone) {
    for (const spot of alone) {
      if (!frame.view.holds(spot.x, spot.y, drawnPx)) continue;
      frame.context.globalAlpha = this.opacityOf(spot.aircraft, frame.now);
      this.drawSymbol(frame, spot, spot.x, spot.y, frame.symbolPx);
    }
    frame.context.globalAlpha = 1;
  }

  /** @param {Frame} frame @param {Spot} spot @param {number} x @param {number} y @param {number} px */
  drawSymbol({ context, now, palette }, { aircraft, heading }, x, y, px) {
    drawAircraft(context, x, y, heading, this.lookOf(aircraft, now), palette, px / usualPx);
  }

  /** Beside a chosen flight the others step back. @param {Aircraft} aircraft @param {number} now */
  opacityOf(aircraft, now) {
    const isBack = this.chosen !== null && aircraft !== this.chosen;
    return aircraft.opacity(now) * (isBack ? backOpacity : 1);
  }

  /** Returns the airports of the shown flights, computed once for each change. */
  airports() {
    if (!this.hasAirports) return [];
    if (this.airportsFor !== this.aircraft) {
      this.airportsFor = this.aircraft;
      this.knownAirports = airportsOf(this.aircraft);
    }
    return this.knownAirports;
  }

  /** @param {Aircraft} aircraft @param {number} now @returns {import('../draw-aircraft.js').Look} */
  lookOf(aircraft, now) {
    // One that has not reported for minutes is hollow and grey.
    const isSilent = aircraft.silentMin(now) !== null;
    const { isDark } = this.palette;
    const by = `${this.coloring} ${isDark} ${isSilent}`;
    const known = this.looks.get(aircraft);
    if (known?.by === by && known.place === aircraft.place) return known.look;
    const color = isSilent ? silentColor(isDark) : colorOf(aircraft, this.coloring, isDark);
    const look = { kind: classOf(aircraft.flight.aircraft), color, isSilent };
    this.looks.set(aircraft, { by, place: aircraft.place, look });
    return look;
  }

  /** Returns where the aircraft in and around the view are, the chosen one by itself. @param {import('../canvas-layer.js').View} view @param {number} now */
  place(view, now) {
    const spots = /** @type {Spot[]} */ ([]);
    const chosen = /** @type {Spot[]} */ ([]);
    for (const aircraft of this.aircraft) {
      const { lat, lon, heading } = aircraft.at(now);
      const y = view.y(lat);
      for (const copy of view.copies) {
        const x = view.x(lon + copy);
        if (!view.holds(x, y, knownPx)) continue;
        const { id } = aircraft.flight;
        const spot = { key: copy === 0 ? id : `${id} ${copy}`, aircraft, x, y, heading };
        (aircraft === this.chosen ? chosen : spots).push(spot);
      }
    }
    return { spots, chosen };
  }

  /** Leaves a mark in the browser's timeline when the first aircraft are drawn. */
  markFirst() {
    if (this.hasMarked) return;
    this.hasMarked = true;
    performance.mark('first-aircraft');
    this.onFirst();
  }

  /** Draws the selected flight with its route and trail, once that has been loaded; returns the boxes that no label may cover. @param {CanvasRenderingContext2D} context @param {import('../canvas-layer.js').View} view @param {number} now */
  drawChosen(context, view, now) {
    return this.scenery?.draw(context, view, this, now) ?? [];
  }
}
