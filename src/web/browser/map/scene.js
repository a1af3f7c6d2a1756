import { CanvasLayer } from '../canvas-layer.js';
import { altitudeColor, Palette } from '../colors.js';
import { drawAircraft } from '../draw-aircraft.js';
import { drawAirport, drawRoute, drawTrack } from '../draw-lines.js';
import { drawLabels } from './labels.js';

/** @typedef {import('./aircraft.js').Aircraft} Aircraft */
/** @typedef {import('./labels.js').Shown} Shown */
/** @typedef {import('../draw-lines.js').TrackPoint} TrackPoint */

const touchPx = 20;
/** Minimum motion that is redrawn. */
const finestPx = 0.35;

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
    /** @type {Shown[]} */
    this.shown = [];
    /** Boxes of the airports' names; labels do not cover them. @type {import('./labels.js').Box[]} */
    this.names = [];
    this.palette = new Palette();
    this.layer = new CanvasLayer(map, (context, view) => this.draw(context, view));
    this.isCalm = matchMedia('(prefers-reduced-motion: reduce)');
    this.drawnAt = 0;
    this.hasMarked = false;
    matchMedia('(prefers-color-scheme: dark)').addEventListener('change', () => {
      this.palette = new Palette();
    });
    const tick = () => {
      if (Date.now() - this.drawnAt >= this.interval()) this.layer.redraw();
      requestAnimationFrame(tick);
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
    this.names = [];
    this.drawChosen(context, view, now);
    this.shown = [];
    for (const aircraft of this.aircraft) {
      const { lat, lon, heading } = aircraft.at(now);
      const y = view.y(lat);
      for (const copy of view.copies) {
        const x = view.x(lon + copy);
        if (!view.holds(x, y, 40)) continue;
        const isChosen = aircraft === this.chosen;
        context.globalAlpha = aircraft.opacity(now);
        // Grey marks an aircraft that has not reported for minutes.
        const altitude = aircraft.silentMin(now) === null ? aircraft.place[3] : null;
        const color = altitudeColor(altitude, this.palette.isDark);
        drawAircraft(context, x, y, heading, color, this.palette, isChosen ? 1.25 : view.zoom < 3.5 ? 0.75 : 1);
        this.shown.push({ aircraft, x, y, isChosen });
      }
    }
    context.globalAlpha = 1;
    this.markFirst();
    drawLabels(context, this.shown, this.names, view.zoom, now, this.palette);
  }

  /** Leaves a mark in the browser's timeline when the first aircraft are drawn. */
  markFirst() {
    if (this.hasMarked || this.shown.length === 0) return;
    this.hasMarked = true;
    performance.mark('first-aircraft');
  }

  /** Draws the planned route and the trail of the selected flight. @param {CanvasRenderingContext2D} context @param {import('../canvas-layer.js').View} view @param {number} now */
  drawChosen(context, view, now) {
    if (this.chosen === null) return;
    const { departure, arrival } = this.chosen.flight;
    const here = this.chosen.at(now);
    const [from, to] = [placeOf(departure), placeOf(arrival)];
    if (to !== null) drawRoute(context, view, here, to, this.palette);
    if (from !== null && this.trail.length === 0) drawRoute(context, view, from, here, this.palette);
    const last = this.trail.at(-1);
    if (last !== undefined) {
      const altitude = this.chosen.place[3];
      const end = { lat: here.lat, lon: here.lon + 360 * Math.round((last.lon - here.lon) / 360), altitude };
      drawTrack(context, view, [...this.trail, end], this.palette);
    }
    if (from !== null) this.names.push(...drawAirport(context, view, from, departure.icao, this.palette));
    if (to !== null) this.names.push(...drawAirport(context, view, to, arrival.icao, this.palette));
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

/** @param {import('../../../live/wire.ts').MapAirport} airport */
function placeOf({ lat, lon }) {
  return lat === null || lon === null ? null : { lat, lon };
}
