import { classOf } from '../aircraft-classes.js';
import { Basemap } from '../basemap.js';
import { CanvasLayer } from '../canvas-layer.js';
import { altitudeColor, Palette } from '../colors.js';
import { drawAircraft } from '../draw-aircraft.js';
import { drawAirport, drawRoute, drawTrack } from '../draw-lines.js';
import { courseDeg, nearLon } from '../geo.js';
import { pageMark } from '../page-mark.js';
import { createWorldMap } from '../world-map.js';
import { Camera } from './camera.js';
import { drawEvents } from './draw-events.js';
import { drawRuled } from './draw-ruled.js';
import { MapNames } from './names.js';

/** @typedef {{ icao: string, lat: number | null, lon: number | null }} Airport */

/** The ground does not wait longer for the track. */
const maxWaitMs = 4_000;
const touchPx = 28;
/** A way over the pole leaves the map: what is beyond this latitude is not framed. */
const edgeDeg = 80;
/** Between the track and the edges of the map: room for the name of an airport. */
const edgePx = 56;

/** The flown track, the planned route, and the aircraft at the selected time. */
export class TrackMap {
  /** @param {HTMLElement} holder @param {import('./track.js').Track} track @param {{ departure: Airport, arrival: Airport, landed: Airport, type: string, sources: string }} options `arrival`: as planned; `landed`: where it landed; `type`: of the aircraft */
  constructor(holder, track, { departure, arrival, landed, type, sources }) {
    this.track = track;
    this.kind = classOf(type);
    this.points = track.points();
    this.events = track.eventPlaces();
    this.ruled = track.ruledPlaces();
    this.airports = landed.icao === arrival.icao ? [departure, arrival] : [departure, arrival, landed];
    this.palette = new Palette();
    this.at = track.from;
    this.map = createWorldMap(holder, { center: [20, 0], zoom: 2, maxZoom: 15 });
    /** @type {Basemap | null} */
    this.basemap = null;
    this.frame();
    this.camera = new Camera(this.map);
    /** Whether nothing has been heard for a while of a flight under way. */
    this.isSilent = false;
    this.names = new MapNames(this.map, () => this.layer.redrawSoon());
    this.layer = new CanvasLayer(this.map, (context, view) => this.draw(context, view));
    this.layer.redraw();
    document.fonts?.addEventListener('loadingdone', () => this.layer.redrawSoon());
    void this.addGround(sources);
    /** Called with the time on the track under the pointer. @type {(at: number) => void} */
    this.onHover = () => {};
    this.map.on('mousemove', (event) => this.hover(event.containerPoint));
    this.map.on('click', (event) => this.hover(event.containerPoint));
    matchMedia('(prefers-color-scheme: dark)').addEventListener('change', () => {
      this.palette = new Palette();
      this.layer.redraw();
    });
  }

  /** Adds the ground and its names below the track once all of that is there: on a slow line they would delay it. @param {string} sources */
  async addGround(sources) {
    await pageMark('track-whole', maxWaitMs);
    this.basemap = new Basemap(this.map, sources, { hasNames: false });
    this.basemap.ground.showNight(this.at);
    this.names.addPlaces();
    // The relief of the ground waits for it.
    performance.mark('first-aircraft');
  }

  /** Draws another version of the track. @param {import('./track.js').Track} track */
  update(track) {
    const isFirst = this.track.length === 0;
    this.track = track;
    this.points = track.points();
    this.events = track.eventPlaces();
    this.ruled = track.ruledPlaces();
    if (isFirst) this.frame();
    this.layer.redraw();
  }

  /** Shows the whole track, and where the flight was to begin and end. */
  frame() {
    const bounds = L.latLngBounds([]);
    const held = (/** @type {number} */ lat) => Math.max(-edgeDeg, Math.min(edgeDeg, lat));
    for (const { lat, lon } of this.points) bounds.extend([held(lat), lon]);
    for (const { lat, lon } of this.ends()) bounds.extend([held(lat), lon]);
    if (bounds.isValid())
      this.map.fitBounds(bounds, { ...roomIn(this.map.getContainer()), maxZoom: 12, animate: false });
  }

  /** Returns the airports whose places are known, on the copy of the world on which the track is. */
  ends() {
    const [first, last] = [this.points[0], this.points.at(-1)];
    return this.airports.flatMap(({ icao, lat, lon }, index) => {
      if (lat === null || lon === null) return [];
      const near = (index === 0 ? first : last)?.lon ?? this.airports[0]?.lon ?? 0;
      return [{ icao, lat, lon: nearLon(lon, near) }];
    });
  }

  /** @param {number} at @param {boolean} isFollowed whether the map keeps the aircraft in its middle */
  show(at, isFollowed) {
    this.at = at;
    this.basemap?.ground.showNight(at);
    const { lat, lon } = this.track.at(at);
    if (isFollowed) this.camera.follow([lat, lon]);
    this.layer.redraw();
  }

  /** @param {CanvasRenderingContext2D} context @param {import('../canvas-layer.js').View} view */
  draw(context, view) {
    const [from, to] = this.airports.map(({ lat, lon }) => (lat === null || lon === null ? null : { lat, lon }));
    if (from && to) drawRoute(context, view, from, to, this.palette);
    if (this.points.length > 0) drawTrack(context, view, this.points, this.palette);
    const ends = this.ends();
    for (const place of ends) drawAirport(context, view, place, this.palette);
    const { points, palette } = this;
    this.names.draw(context, view, { palette, points, airports: ends, hasGround: this.basemap?.shown === '' });
    if (this.track.length === 0) return;
    drawEvents(context, view, this.events, this.palette);
    this.drawHere(context, view);
    drawRuled(context, view, this.ruled, this.palette);
  }

  /** @param {CanvasRenderingContext2D} context @param {import('../canvas-layer.js').View} view */
  drawHere(context, view) {
    const here = this.track.at(this.at);
    const next = this.points[Math.min(here.index + 1, this.points.length - 1)] ?? here;
    const heading = here.heading ?? courseDeg(here, next);
    for (const copy of view.copies) {
      const [x, y] = [view.x(here.lon + copy), view.y(here.lat)];
      if (!view.holds(x, y, 40)) continue;
      const color = altitudeColor(here.altitude, this.palette.isDark);
      const isSilent = this.isSilent && this.at >= this.track.to;
      drawAircraft(context, x, y, heading, { kind: this.kind, color, isSilent }, this.palette, 1.3);
    }
  }

  /** @param {L.Point} point */
  hover({ x, y }) {
    const { view } = this.layer;
    let nearest = -1;
    let least = touchPx ** 2;
    this.points.forEach(({ lat, lon }, index) => {
      for (const copy of view.copies) {
        const away = (view.x(lon + copy) - x) ** 2 + (view.y(lat) - y) ** 2;
        if (away < least) [nearest, least] = [index, away];
      }
    });
    if (nearest >= 0) this.onHover(this.track.columns.time[nearest] ?? this.at);
  }
}

/** Returns what of the map is to stay free of the track: its edges, and what the page shows above it. @param {HTMLElement} holder */
function roomIn(holder) {
  const [map, ticket] = [holder, document.getElementById('ticket')].map((each) => each?.getBoundingClientRect());
  const isCovered = map && ticket && ticket.top < map.bottom && ticket.bottom > map.top && ticket.width < map.width / 2;
  const isLeft = isCovered && ticket.left - map.left < map.right - ticket.right;
  const left = isCovered && isLeft ? ticket.right - map.left : 0;
  // On a phone a name would be below the buttons.
  const buttons = holder.querySelector('.leaflet-control-zoom')?.getBoundingClientRect();
  const beside = map && buttons && map.width < 600 ? Math.max(0, map.right - buttons.left) : 0;
  const right = isCovered && !isLeft ? map.right - ticket.left : beside;
  return { paddingTopLeft: L.point(left + edgePx, edgePx), paddingBottomRight: L.point(right + edgePx, edgePx) };
}
