import { pulledPx, sheetMedia, stopBeside, stopFrom, stopsOf } from '../sheet-stops.js';
import { Pull } from './pull.js';

/** @typedef {import('../sheet-stops.js').StopName} StopName */
/** @typedef {{ handle: HTMLElement, rest: HTMLElement, isEndless: boolean, onSettle: () => void }} SheetParts `rest`: what is below the head, and not in the page while the sheet is low; `isEndless`: it may be higher than any window */

const easing = 'cubic-bezier(0.2, 0.8, 0.2, 1)';
/** A sheet that ends leaves the rest of the window to the map. */
const maxPart = 0.78;
/** A sheet moves for so long to its stop, milliseconds. */
const [minMs, maxMs] = [160, 240];

/** A sheet at the lower edge of a phone, which follows the finger and rests at its stops; elsewhere the element is as its style says. */
export class Sheet {
  /** @param {HTMLElement} element @param {SheetParts} parts */
  constructor(element, { handle, rest, isEndless, onSettle }) {
    this.element = element;
    this.handle = handle;
    this.rest = rest;
    this.isEndless = isEndless;
    this.onSettle = onSettle;
    this.media = matchMedia(sheetMedia);
    this.isCalm = matchMedia('(prefers-reduced-motion: reduce)');
    /** @type {StopName} */
    this.stop = 'peek';
    /** @type {Animation | null} */
    this.motion = null;
    /** What a pull began with. @type {{ stops: import('../sheet-stops.js').Stop[], fromPx: number } | null} */
    this.pulled = null;
    this.px = 0;
    new Pull(element, {
      isOn: () => this.isOn,
      isFree: (target, isUp) => this.isFree(target, isUp),
      onPull: (px) => this.pull(px),
      onLetGo: (speed) => this.letGo(speed),
    });
    handle.addEventListener('click', () => this.onClick());
    handle.addEventListener('keydown', (event) => this.onKey(event));
    // Somebody who types needs the room above the keyboard.
    rest.addEventListener('focusin', ({ target }) => {
      if (this.isOn && target instanceof HTMLInputElement && this.stop !== 'full') this.go('full');
    });
    this.media.addEventListener('change', () => {
      if (this.media.matches) this.begin();
      else this.end();
    });
    addEventListener('resize', () => {
      if (this.isOn) this.go(this.stop, false);
    });
    this.begin();
  }

  /** Whether it is a sheet now: a frame without the head has no handle. */
  get isOn() {
    return this.media.matches && this.handle.getClientRects().length > 0;
  }

  /** Rests where it stood before. */
  begin() {
    if (this.isOn) this.go(this.stop, false);
  }

  /** Leaves the element as its style says. */
  end() {
    delete this.element.dataset.stop;
    this.element.style.height = '';
    this.rest.hidden = false;
    this.rest.removeAttribute('tabindex');
    this.handle.setAttribute('aria-expanded', 'true');
  }

  /** Returns the stops, by the height of what it has. */
  stops() {
    const { element, rest, isEndless } = this;
    const { height } = element.style;
    const { stop } = element.dataset;
    const wasHidden = rest.hidden;
    element.style.height = '';
    rest.hidden = true;
    // Where texts are large the head has less at its lowest stop.
    element.dataset.stop = 'peek';
    const headPx = element.offsetHeight;
    element.dataset.stop = 'full';
    const openPx = element.offsetHeight;
    rest.hidden = false;
    const wholePx = isEndless ? Number.POSITIVE_INFINITY : Math.min(openPx + rest.scrollHeight, innerHeight * maxPart);
    rest.hidden = wasHidden;
    element.style.height = height;
    if (stop === undefined) delete element.dataset.stop;
    else element.dataset.stop = stop;
    return stopsOf({ windowPx: innerHeight, headPx, wholePx });
  }

  /** Moves to a stop. @param {StopName} name @param {boolean} [isSmooth] */
  go(name, isSmooth = true) {
    const stops = this.stops();
    const goal = stops.find((each) => each.name === name) ?? stops.at(name === 'peek' ? 0 : -1);
    if (goal === undefined) return;
    const px = innerHeight - this.element.getBoundingClientRect().top;
    this.motion?.cancel();
    this.motion = null;
    this.stop = goal.name;
    const isMoving = isSmooth && !this.isCalm.matches && Math.abs(px - goal.px) > 2;
    if (!isMoving) return this.settle(goal.px);
    const highPx = Math.max(px, goal.px);
    this.stretch(highPx);
    const ms = Math.max(minMs, Math.min(maxMs, Math.abs(px - goal.px)));
    this.element.style.transform = '';
    const frames = [{ transform: `translateY(${highPx - px}px)` }, { transform: `translateY(${highPx - goal.px}px)` }];
    const motion = this.element.animate(frames, { duration: ms, easing, fill: 'forwards' });
    this.motion = motion;
    motion.onfinish = () => {
      if (this.motion !== motion) return;
      this.settle(goal.px);
      motion.cancel();
      this.motion = null;
    };
  }

  /** Shows all that it has while it moves. @param {number} px */
  stretch(px) {
    this.rest.hidden = false;
    this.element.dataset.stop = 'full';
    this.element.style.height = `${px}px`;
  }

  /** @param {number} px */
  settle(px) {
    const { element, rest, handle, stop } = this;
    element.style.transform = '';
    element.style.height = stop === 'peek' ? '' : `${px}px`;
    element.dataset.stop = stop;
    rest.hidden = stop === 'peek';
    // What scrolls without a button in it must be reached by keyboard.
    if (!this.isEndless) rest.tabIndex = 0;
    handle.setAttribute('aria-expanded', String(stop !== 'peek'));
    this.onSettle();
  }

  /** Follows the finger. @param {number} byPx how far upwards since the pull began */
  pull(byPx) {
    if (this.pulled === null) {
      this.motion?.finish();
      this.pulled = { stops: this.stops(), fromPx: this.element.offsetHeight };
      this.stretch(Math.max(this.element.offsetHeight, this.pulled.stops.at(-1)?.px ?? 0));
    }
    const { stops, fromPx } = this.pulled;
    const px = pulledPx(stops, fromPx + byPx);
    const highPx = stops.at(-1)?.px ?? px;
    this.px = px;
    if (px > highPx) this.element.style.height = `${px}px`;
    this.element.style.transform = `translateY(${Math.max(0, highPx - px)}px)`;
  }

  /** @param {number} speed pixels a millisecond, upwards */
  letGo(speed) {
    const stops = this.pulled?.stops ?? this.stops();
    this.pulled = null;
    this.go(stopFrom(stops, this.px, speed));
  }

  /** Whether a pull that begins here moves the sheet, and not what scrolls in it. @param {Element} target @param {boolean} isUp */
  isFree(target, isUp) {
    if (!this.rest.contains(target)) return true;
    const scroller = target.closest('#list-scroller, .choices, .chips, #card-more');
    if (target.closest('input, select, textarea, .chips')) return false;
    return isUp ? this.stop !== 'full' : (scroller?.scrollTop ?? 0) <= 0;
  }

  onClick() {
    if (this.isOn) this.go(this.stop === 'peek' ? stopBeside(this.stops(), 'peek', 1) : 'peek');
  }

  /** @param {KeyboardEvent} event */
  onKey(event) {
    const steps = { ArrowUp: 1, ArrowDown: -1, Home: Number.POSITIVE_INFINITY, End: Number.NEGATIVE_INFINITY };
    const step = Object.hasOwn(steps, event.key) ? steps[/** @type {keyof typeof steps} */ (event.key)] : null;
    if (step === null || !this.isOn) return;
    event.preventDefault();
    event.stopPropagation();
    this.go(stopBeside(this.stops(), this.stop, step));
  }
}
