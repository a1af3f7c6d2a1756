/** @typedef {{ isOn: () => boolean, isFree: (target: Element, isUp: boolean) => boolean, onPull: (byPx: number) => void, onLetGo: (speed: number) => void }} PullListener `isFree`: whether a pull from this element moves the sheet; distances and speeds are upwards */

/** A finger that moves less has tapped. */
const tapPx = 6;
/** The speed is that of the last milliseconds. */
const speedMs = 90;

/** Watches a finger, or the mouse, that pulls an element up or down. */
export class Pull {
  /** @param {HTMLElement} element @param {PullListener} listener */
  constructor(element, listener) {
    this.listener = listener;
    this.id = -1;
    this.startY = 0;
    this.startX = 0;
    /** @type {Element | null} */
    this.target = null;
    this.isPulling = false;
    /** Whether the finger that was lifted last had pulled. */
    this.hasPulled = false;
    /** @type {{ y: number, at: number }[]} */
    this.path = [];
    element.addEventListener('pointerdown', (event) => this.begin(event));
    // A quick mouse has left the element with its first move.
    document.addEventListener('pointermove', (event) => this.move(event, element));
    for (const name of /** @type {const} */ (['pointerup', 'pointercancel']))
      document.addEventListener(name, (event) => this.end(event));
    // A mouse would take a link or a picture along.
    element.addEventListener('dragstart', (event) => {
      if (listener.isOn()) event.preventDefault();
    });
    // A finger that pulls the sheet does not scroll what is in it.
    element.addEventListener(
      'touchmove',
      (event) => {
        if (this.isPulling && event.cancelable) event.preventDefault();
      },
      { passive: false },
    );
    // The tap that ends a pull chooses nothing.
    element.addEventListener(
      'click',
      (event) => {
        if (!this.hasPulled) return;
        this.hasPulled = false;
        event.preventDefault();
        event.stopPropagation();
      },
      { capture: true },
    );
  }

  /** @param {PointerEvent} event */
  begin(event) {
    this.hasPulled = false;
    if (!event.isPrimary || event.button !== 0 || !this.listener.isOn()) return;
    this.id = event.pointerId;
    [this.startX, this.startY] = [event.clientX, event.clientY];
    this.target = event.target instanceof Element ? event.target : null;
    this.isPulling = false;
    this.path = [{ y: event.clientY, at: event.timeStamp }];
  }

  /** @param {PointerEvent} event @param {HTMLElement} element */
  move(event, element) {
    if (event.pointerId !== this.id || this.target === null) return;
    const [right, up] = [event.clientX - this.startX, this.startY - event.clientY];
    this.path.push({ y: event.clientY, at: event.timeStamp });
    if (!this.isPulling) {
      if (Math.hypot(right, up) < tapPx) return;
      const isMeant = Math.abs(up) > Math.abs(right) && this.listener.isFree(this.target, up > 0);
      if (!isMeant) {
        this.id = -1;
        return;
      }
      this.isPulling = true;
      element.setPointerCapture(event.pointerId);
    }
    this.listener.onPull(up);
  }

  /** @param {PointerEvent} event */
  end(event) {
    if (event.pointerId !== this.id) return;
    this.id = -1;
    if (!this.isPulling) return;
    this.isPulling = false;
    this.hasPulled = event.type === 'pointerup';
    // The click comes at once, or not at all.
    setTimeout(() => {
      this.hasPulled = false;
    }, 50);
    this.listener.onLetGo(this.speed(event.timeStamp));
  }

  /** Returns the speed when the finger was lifted, in pixels a millisecond upwards. @param {number} now */
  speed(now) {
    const recent = this.path.filter(({ at }) => now - at <= speedMs);
    const [first, last] = [recent[0], recent.at(-1)];
    if (first === undefined || last === undefined || last.at === first.at) return 0;
    return (first.y - last.y) / (last.at - first.at);
  }
}
