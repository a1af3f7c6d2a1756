/** How fast it comes to where it is wanted: milliseconds after which a third of the way is left. */
const easeMs = 160;
/** How far behind it may be, as a share of the window: at every speed the aircraft stays in view. */
const maxBehind = 0.18;
/** Nearer than this it is there, pixels. */
const nearPx = 1;

/** Returns by how much of a way of so many pixels the view moves in this time. @param {number} awayPx @param {number} passedMs @param {number} sizePx of the window */
export function easedPx(awayPx, passedMs, sizePx) {
  const eased = awayPx * (1 - Math.exp(-passedMs / easeMs));
  const behind = Math.abs(awayPx - eased) - sizePx * maxBehind;
  return behind > 0 ? eased + Math.sign(awayPx) * behind : eased;
}

/** Keeps a place in the middle of a map: gliding, or at once where less motion is wanted. */
export class Camera {
  /** @param {L.Map} map */
  constructor(map) {
    this.map = map;
    this.isCalm = matchMedia('(prefers-reduced-motion: reduce)');
    /** @type {L.LatLngTuple | null} */
    this.place = null;
    this.before = 0;
    this.isMoving = false;
    map.on('mousedown zoomstart', () => this.leave());
  }

  /** @param {L.LatLngTuple} place */
  follow(place) {
    this.place = place;
    if (this.isCalm.matches) this.map.panTo(place, { animate: false });
    else if (!this.isMoving) {
      this.isMoving = true;
      this.before = performance.now();
      requestAnimationFrame((now) => this.step(now));
    }
  }

  /** The visitor moves the map. */
  leave() {
    this.place = null;
  }

  /** @param {number} now */
  step(now) {
    const { map, place } = this;
    this.isMoving = false;
    if (place === null) return;
    const size = map.getSize();
    const away = map.latLngToContainerPoint(place).subtract(size.divideBy(2));
    const passed = Math.max(0, now - this.before);
    const by = L.point(easedPx(away.x, passed, size.x), easedPx(away.y, passed, size.y)).round();
    // What is less than a pixel waits until it is one.
    if (by.x !== 0 || by.y !== 0) {
      this.before = now;
      map.panBy(by, { animate: false });
    }
    if (Math.abs(away.x) < nearPx && Math.abs(away.y) < nearPx) return;
    if (by.x === 0 && by.y === 0 && passed > 4 * easeMs) return;
    this.isMoving = true;
    requestAnimationFrame((next) => this.step(next));
  }
}
