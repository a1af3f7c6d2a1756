import { classOf } from '../aircraft-classes.js';
import { CanvasLayer } from '../canvas-layer.js';
import { Palette } from '../colors.js';
import { drawAircraft, drawDot } from '../draw-aircraft.js';
import { airportsOf, drawAirports, nameAirports } from './airports.js';
import { colorOf, silentColor } from './coloring.js';
import { drawLabels } from './labels.js';
import { Room } from './room.js';

/** @typedef {import('./aircraft.js').Aircraft} Aircraft */
/** @typedef {import('./labels.js').Shown} Shown */
/** @typedef {import('../draw-lines.js').TrackPoint} TrackPoint */

const touchPx = 20;
const airportTouchPx = 9;
/** Minimum motion that is redrawn. */
const finestPx = 0.35;
/** How often it is checked whether something moves. */
const lookEveryMs = 200;
/** Below this zoom symbols are smaller. */
const smallBelow = 3.5;
/** How strong the others are beside a chosen flight. */
const backOpacity = 0.25;

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
    /** @type {Shown[]} */
    this.shown = [];
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
    const room = new Room(view);
    for (const draw of this.below) draw({ context, view, palette: this.palette, room, now });
    for (const box of this.drawChosen(context, view, now)) room.take(box);
    this.shownAirports = drawAirports(context, view, this.airports(), this.palette);
    this.shown = this.place(view, now);
    for (const { aircraft, x, y, isChosen, isDot } of this.shown) {
      const look = this.lookOf(aircraft, now);
      context.globalAlpha = this.opacityOf(aircraft, now);
      if (isDot) drawDot(context, x, y, look, this.palette);
      else {
        const size = isChosen ? 1.25 : view.zoom < smallBelow ? 0.75 : 1;
        drawAircraft(context, x, y, aircraft.at(now).heading, look, this.palette, size);
      }
      room.take({ x: x - 6, y: y - 6, width: 12, height: 12 });
    }
    context.globalAlpha = 1;
    this.markFirst();
    drawLabels(context, room, this.shown, view.zoom, now, this.palette);
    nameAirports(context, room, this.shownAirports, view.zoom, this.palette);
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
    const color = isSilent ? silentColor(isDark) : colorOf(aircraft, this.coloring, isDark);
    return { kind: classOf(aircraft.flight.aircraft), color, isSilent };
  }

  /** Returns where the aircraft in view are, the chosen one last and on top; those that would cover another one as dots. @param {import('../canvas-layer.js').View} view @param {number} now @returns {Shown[]} */
  place(view, now) {
    /** @type {Set<number>} */
    const taken = new Set();
    const dots = /** @type {Shown[]} */ ([]);
    const symbols = /** @type {Shown[]} */ ([]);
    const chosen = /** @type {Shown[]} */ ([]);
    const side = view.zoom < smallBelow ? 11 : 15;
    const columns = Math.ceil(view.scale / side);
    for (const aircraft of this.aircraft) {
      const { lat, lon } = aircraft.at(now);
      const y = view.y(lat);
      for (const copy of view.copies) {
        const x = view.x(lon + copy);
        if (!view.holds(x, y, 40)) continue;
        if (aircraft === this.chosen) chosen.push({ aircraft, x, y, isChosen: true, isDot: false });
        else {
          const key = Math.floor((y + view.top) / side) * columns + Math.floor((x + view.left) / side);
          const isDot = taken.has(key);
          taken.add(key);
          (isDot ? dots : symbols).push({ aircraft, x, y, isChosen: false, isDot });
        }
      }
    }
    return [...dots, ...symbols, ...chosen];
  }

  /** Leaves a mark in the browser's timeline when the first aircraft are drawn. */
  markFirst() {
    if (this.hasMarked || this.shown.length === 0) return;
    this.hasMarked = true;
    performance.mark('first-aircraft');
  }

  /** Draws the selected flight with its route and trail, once that has been loaded; returns the boxes that no label may cover. @param {CanvasRenderingContext2D} context @param {import('../canvas-layer.js').View} view @param {number} now */
  drawChosen(context, view, now) {
    return this.scenery?.draw(context, view, this, now) ?? [];
  }

  /** Returns the code of the airport at this pixel of the view, where no aircraft is. @param {L.Point} point @returns {string | null} */
  airportAt(point) {
    if (this.aircraftAt(point) !== null) return null;
    const { x, y } = point;
    return this.shownAirports.find((each) => Math.hypot(each.x - x, each.y - y) < airportTouchPx)?.airport.icao ?? null;
  }

  /** Returns the aircraft at this pixel of the view. @param {L.Point} point @returns {Aircraft | null} */
  aircraftAt({ x, y }) {
    let nearest = null;
    let least = touchPx ** 2;
    for (const shown of this.shown) {
      const away = (shown.x - x) ** 2 + (shown.y - y) ** 2;
      if (away < least) [nearest, least] = [shown.aircraft, away];
    }
    return nearest;
  }
}
