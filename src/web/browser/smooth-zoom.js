/** Part of the way to the wanted zoom that is left after this many milliseconds: half. */
const halfMs = 45;
/** A frame that took longer counts as this: a slow machine zooms in as many steps. */
const maxFrameMs = 40;
/** Turns of a wheel, in pixels, for one level of zoom; a pinch on a touchpad comes as smaller turns. */
const wheelPx = 150;
const pinchPx = 30;

/** @typedef {L.Map & { _moveStart: (hasZoomed: boolean, isSilent: boolean) => void, _move: (center: L.LatLng, zoom: number, data: object) => void, _moveEnd: (hasZoomed: boolean) => void, _stop: () => void }} Movable what Leaflet's own `flyTo` moves a map with; not among its documented methods */

/** Lets wheel, buttons, keys and double clicks zoom a map without steps, around the place under the pointer. */
export class SmoothZoom {
  /** @param {L.Map} map made with `zoomAnimation: false`, `zoomSnap: 0` and `scrollWheelZoom: false` */
  constructor(map) {
    this.map = /** @type {Movable} */ (map);
    this.wanted = map.getZoom();
    this.around = map.getSize().divideBy(2);
    this.isMoving = false;
    this.isCalm = matchMedia('(prefers-reduced-motion: reduce)');
    const setZoom = map.setZoom.bind(map);
    map.setZoom = (zoom, options) => {
      if (options?.animate === false) return setZoom(zoom, options);
      return this.to(map.getSize().divideBy(2), zoom);
    };
    map.setZoomAround = (place, zoom) =>
      this.to(place instanceof L.Point ? place : map.latLngToContainerPoint(place), zoom);
    map.getContainer().addEventListener('wheel', (event) => this.turn(event), { passive: false });
  }

  /** @param {WheelEvent} event */
  turn(event) {
    event.preventDefault();
    const levels = L.DomEvent.getWheelDelta(event) / (event.ctrlKey ? pinchPx : wheelPx);
    const from = this.isMoving ? this.wanted : this.map.getZoom();
    this.to(this.map.mouseEventToContainerPoint(event), from + Math.max(-1.5, Math.min(1.5, levels)));
  }

  /** Zooms to this level around this point of the window. @param {L.Point} around @param {number} zoom */
  to(around, zoom) {
    const { map } = this;
    this.wanted = Math.max(map.getMinZoom(), Math.min(map.getMaxZoom(), zoom));
    this.around = around;
    if (this.isMoving || this.wanted === map.getZoom()) return map;
    this.isMoving = true;
    map._stop();
    map._moveStart(true, false);
    let before = performance.now();
    /** @param {number} now */
    const step = (now) => {
      const left = this.isCalm.matches ? 0 : 0.5 ** (Math.max(0, Math.min(maxFrameMs, now - before)) / halfMs);
      before = now;
      const ahead = this.wanted - map.getZoom();
      const isThere = Math.abs(ahead * left) < 0.002;
      this.move(isThere ? this.wanted : this.wanted - ahead * left);
      if (!isThere) requestAnimationFrame(step);
      else {
        this.isMoving = false;
        map._moveEnd(true);
      }
    };
    requestAnimationFrame(step);
    return map;
  }

  /** @param {number} zoom */
  move(zoom) {
    const { map, around } = this;
    const fixed = map.containerPointToLatLng(around);
    const middle = map.getSize().divideBy(2);
    const center = map.unproject(map.project(fixed, zoom).add(middle).subtract(around), zoom);
    map._move(limited(map, center, zoom), zoom, { flyTo: true });
  }
}

/** Keeps the map's upper and lower edge at the window's. @param {L.Map} map @param {L.LatLng} center @param {number} zoom */
function limited(map, center, zoom) {
  const half = map.getSize().y / 2;
  const whole = 256 * 2 ** zoom;
  const { x, y } = map.project(center, zoom);
  return map.unproject(L.point(x, whole <= 2 * half ? whole / 2 : Math.max(half, Math.min(whole - half, y))), zoom);
}
