import { assetAt } from '../asset-at.js';
import { Basemap } from '../basemap.js';
import { nearLon } from '../geo.js';
import { say } from '../visitor/visitor.js';
import { createWorldMap } from '../world-map.js';
import { isEmbedded, make } from './dom.js';
import { freeBox } from './free-box.js';
import { durationTo, glideAside } from './glide.js';
import { hitAt } from './hit.js';
import { labelLines, spokenLabel } from './labels.js';
import { addLayersLate, addRunwaysLate } from './late-layers.js';
import { LookMenu } from './look-menu.js';
import { Scene } from './scene.js';

/** @typedef {import('./aircraft.js').Aircraft} Aircraft */
/** @typedef {import('../draw-lines.js').TrackPoint} TrackPoint */
/** @typedef {{ lat: number | null, lon: number | null }} End */
/** @typedef {{ at: (now: number) => import('../geo.js').Place, flight: { departure: End, arrival: End } }} Placed what can be brought into view: a flight, or part of one that has been flown */

/** Stacks and labels are loaded after the first aircraft have been drawn; without any, after this time. */
const emptyMs = 1_500;
/** What could not be loaded is asked for again after this time. */
const againMs = 10_000;
/** @type {import('./hit.js').Hit} */
const nothing = { aircraft: null, stack: null, airport: null };

/** The map itself: what is drawn, what is clicked, what is in the view. The rest of the page knows nothing of its engine. */
export class MapView {
  /** @param {HTMLElement} holder @param {{ onChoose: (aircraft: Aircraft | null) => void, onDrag: () => void }} listeners */
  constructor(holder, { onChoose, onDrag }) {
    this.holder = holder;
    this.map = createWorldMap(holder, { center: [25, 0], zoom: innerWidth < 700 ? 1.5 : 2.5, maxZoom: 15 });
    const basemap = new Basemap(this.map, holder.dataset.sources ?? '', { hasNames: false });
    this.ground = basemap.ground;
    this.scene = new Scene(this.map);
    this.onChoose = onChoose;
    this.isLoading = false;
    const menu = new LookMenu(this.map, basemap, this.scene);
    void addLayersLate(holder, this.scene, menu.sheet);
    void addRunwaysLate(holder, this.scene);
    this.scene.onFirst = () => void this.loadCrowds();
    setTimeout(() => void this.loadCrowds(), emptyMs);
    this.map.on('click', ({ containerPoint }) => this.click(containerPoint));
    this.map.on('mousemove', ({ containerPoint }) => this.point(containerPoint));
    this.map.on('mouseout', () => this.point(null));
    this.map.on('dragstart', onDrag);
    holder.addEventListener('keydown', (event) => {
      if (event.key !== 'Enter' || event.target !== holder) return;
      // The same key would press the button that gets the focus.
      event.preventDefault();
      this.openMiddle();
    });
  }

  /** Loads stacks and labels, once. */
  async loadCrowds() {
    if (this.isLoading) return;
    this.isLoading = true;
    try {
      /** @type {typeof import('./crowds/crowds.js')} */
      const { Crowds } = await import(assetAt('map/crowds/crowds.js'));
      document.head.append(make('link', { rel: 'stylesheet', href: assetAt('map/crowds/fan.css') }));
      const stack = (/** @type {number} */ count) => say('map.stack', { count });
      const words = { lines: labelLines, stack, flight: spokenLabel };
      this.scene.crowds = new Crowds(this.map, words, () => this.scene.layer.redrawSoon());
    } catch {
      this.isLoading = false;
      setTimeout(() => void this.loadCrowds(), againMs);
    }
  }

  /** @param {L.Point} point */
  click(point) {
    const { aircraft, stack, airport } = hitAt(this.scene, point);
    const wasOpen = this.fold();
    if (stack !== null) this.scene.crowds?.open(stack, { onChoose: this.onChoose, hasFocus: false });
    else if (airport !== null) this.openAirport(airport);
    // The click that folds a fan does no more where nothing else is.
    else if (aircraft !== null || !wasOpen) this.onChoose(aircraft);
  }

  /** Shows what is under the mouse. @param {L.Point | null} point */
  point(point) {
    const { scene } = this;
    const { aircraft, stack, airport } = point === null ? nothing : hitAt(scene, point);
    this.holder.classList.toggle('on-aircraft', (aircraft ?? stack ?? airport) !== null);
    if (aircraft === scene.hovered) return;
    scene.hovered = aircraft;
    scene.layer.redrawSoon();
  }

  /** Fans the stack out that is nearest to the middle of the map. */
  openMiddle() {
    const stack = this.scene.crowds?.middleStack() ?? null;
    if (stack !== null) this.scene.crowds?.open(stack, { onChoose: this.onChoose, hasFocus: true });
  }

  /** Folds a stack that is fanned out; returns whether there was one. */
  fold() {
    return this.scene.crowds?.fold() === true;
  }

  /** Opens the page of an airport, beside the page in whose frame the map is. @param {string} icao */
  openAirport(icao) {
    const address = `${this.holder.dataset.root ?? ''}airports/${encodeURIComponent(icao)}`;
    if (isEmbedded()) open(address, '_blank', 'noopener');
    else location.assign(address);
  }

  /** Shows these flights. @param {Aircraft[]} aircraft */
  show(aircraft) {
    this.scene.aircraft = aircraft;
  }

  /** Shows one flight with its route; its trail is empty until `showTrail`. @param {Aircraft | null} aircraft */
  choose(aircraft) {
    if (aircraft === null || aircraft !== this.scene.chosen) [this.scene.trail, this.scene.route] = [[], []];
    this.scene.chosen = aircraft;
    this.redraw();
  }

  /** @param {TrackPoint[]} trail */
  showTrail(trail) {
    this.scene.trail = trail;
    this.holder.dataset.trail = String(trail.length);
    this.redraw();
  }

  /** @param {readonly import('./route.js').Waypoint[]} route places between the airports */
  showRoute(route) {
    this.scene.route = route;
    this.holder.dataset.route = String(route.length);
    this.redraw();
  }

  /** Adds the newest report of the chosen flight to its trail. */
  extendTrail() {
    const last = this.scene.trail.at(-1);
    if (last === undefined || this.scene.chosen === null) return;
    const [lat, lon, , altitude] = this.scene.chosen.place;
    const near = nearLon(lon, last.lon);
    if (last.lat !== lat || last.lon !== near) this.scene.trail.push({ lat, lon: near, altitude });
  }

  /** Shows the night of another time than now. @param {number} at milliseconds since the epoch */
  showNight(at) {
    this.ground.showNight(at);
  }

  redraw() {
    this.scene.layer.redraw();
  }

  /** Fits these flights into the view, with their airports if wanted; where most of them are, if the window is too small for all. @param {readonly Placed[]} flights @param {{ maxZoom: number, animate: boolean, withAirports: boolean }} how */
  frame(flights, { maxZoom, animate, withAirports }) {
    const now = Date.now();
    const centre = flights[0]?.at(now).lon ?? 0;
    const bounds = L.latLngBounds([]);
    for (const each of flights) {
      const airports = withAirports ? [each.flight.departure, each.flight.arrival] : [];
      for (const { lat, lon } of [each.at(now), ...airports]) {
        if (lat !== null && lon !== null) bounds.extend([lat, nearLon(lon, centre)]);
      }
    }
    if (!bounds.isValid()) return;
    const { map } = this;
    const padding = paddingOf(map.getSize(), freeBox(this.holder));
    const isSmooth = animate && !this.scene.isCalm.matches;
    const options = { ...padding, maxZoom };
    const taken = L.point(padding.paddingTopLeft).add(padding.paddingBottomRight);
    const isTooWide = map.getBoundsZoom(bounds, false, taken) <= map.getMinZoom();
    if (isTooWide && flights.length > 1) map.setView(this.busiest(flights, now), map.getMinZoom(), { animate: false });
    else if (isSmooth) map.flyToBounds(bounds, { ...options, duration: durationTo(map, bounds) });
    else map.fitBounds(bounds, { ...options, animate: false });
  }

  /** Moves the view, if it must be, so that this flight is beside the panel and the card. @param {Aircraft} aircraft */
  reveal(aircraft) {
    glideAside(this.map, aircraft.at(Date.now()), freeBox(this.holder), !this.scene.isCalm.matches);
  }

  revealChosen() {
    if (this.scene.chosen !== null) this.reveal(this.scene.chosen);
  }

  /** Returns the middle of the window in which most of these flights are when the whole world is as small as it can be. @param {readonly Placed[]} flights @param {number} now @returns {L.LatLngTuple} */
  busiest(flights, now) {
    const places = flights.map((each) => each.at(now));
    const half = (180 * this.map.getSize().x) / (256 * 2 ** this.map.getMinZoom());
    /** @param {number} lon */
    const around = (lon) => places.filter((each) => Math.abs(nearLon(each.lon, lon) - lon) < half * 0.8);
    // A sample of possible middles is enough for a thousand flights.
    const middles = Array.from({ length: 72 }, (_, index) => index * 5 - 180);
    const [best = 0] = middles.toSorted((a, b) => around(b).length - around(a).length);
    const seen = around(best);
    /** @param {number[]} values */
    const mean = (values) => values.reduce((sum, each) => sum + each, 0) / Math.max(1, values.length);
    return [mean(seen.map(({ lat }) => lat)), mean(seen.map(({ lon }) => nearLon(lon, best)))];
  }

  /** Moves the view so that this flight is in its middle. @param {Aircraft} aircraft */
  centre(aircraft) {
    const { lat, lon } = aircraft.at(Date.now());
    const near = nearLon(lon, this.map.getCenter().lng);
    const { x, y, width, height } = freeBox(this.holder);
    const middle = L.point(x + width / 2, y + height / 2).subtract(this.map.getSize().divideBy(2));
    const place = this.map.unproject(this.map.project([lat, near]).subtract(middle));
    this.map.panTo(place, { animate: !this.scene.isCalm.matches, duration: 0.9, easeLinearity: 1 });
  }
}

/** Returns the room that a view needs at its sides, so that what it shows lies in the free part of the map. @param {L.Point} size @param {import('./room.js').Box} free */
function paddingOf({ x, y }, free) {
  const [sideX, sideY] = [Math.min(110, free.width * 0.2), Math.min(70, free.height * 0.2)];
  /** @type {[number, number]} */
  const paddingTopLeft = [free.x + sideX, free.y + sideY];
  /** @type {[number, number]} */
  const paddingBottomRight = [x - free.x - free.width + sideX, y - free.y - free.height + sideY];
  return { paddingTopLeft, paddingBottomRight };
}
