import { fanPlaces, namedPx } from './fan-places.js';
import { freeRect } from './keep-outs.js';

/** @typedef {import('../aircraft.js').Aircraft} Aircraft */
/** @typedef {import('./crowds.js').Frame} Frame */
/** @typedef {import('./stacks.js').Spot} Spot */
/** @typedef {{ spot: Spot | null, place: import('./fan-places.js').Offset, button: HTMLButtonElement }} Member */

const backPx = 26;
const edgePx = 14;
const collator = new Intl.Collator('en', { numeric: true });

/** A stack that is fanned out: each aircraft around its middle, with a line to its exact place, and a button for mouse, touch and keyboard. */
export class Fan {
  /** @param {L.Map} map @param {import('./crowds.js').Stack} stack @param {import('./crowds.js').Words} words @param {{ onChoose: (aircraft: Aircraft) => void, onFold: () => void }} listeners */
  constructor(map, stack, words, { onChoose, onFold }) {
    const free = freeRect(map);
    const maxRadius = Math.min(free.width, free.height) / 2 - backPx - edgePx;
    const { places, radiusPx, stepPx } = fanPlaces(stack.members.length, maxRadius);
    this.map = map;
    this.stack = stack;
    this.radius = radiusPx + backPx;
    /** How far the fan is beside the middle of its aircraft, so that all of it can be seen. */
    this.shift = shiftInto(free, stack.at, this.radius + edgePx);
    /** What it covers, where no label is. */
    this.box = boxAround(stack.at.x + this.shift.x, stack.at.y + this.shift.y, this.radius);
    this.holder = document.createElement('div');
    this.holder.className = 'fan';
    this.holder.classList.toggle('named', stepPx >= namedPx);
    this.holder.setAttribute('role', 'group');
    this.holder.setAttribute('aria-label', words.stack(stack.members.length));
    /** @type {Map<string, Member>} */
    this.members = new Map();
    const sorted = stack.members.toSorted((a, b) =>
      collator.compare(a.aircraft.flight.callsign, b.aircraft.flight.callsign),
    );
    sorted.forEach(({ key, aircraft }, index) => {
      const place = places[index] ?? { x: 0, y: 0 };
      const button = buttonFor(aircraft, place, words.flight(aircraft));
      button.addEventListener('click', () => onChoose(aircraft));
      this.holder.append(button);
      this.members.set(key, { spot: null, place, button });
    });
    L.DomEvent.disableClickPropagation(this.holder);
    this.holder.addEventListener('keydown', (event) => this.press(event, onFold));
    map.getContainer().append(this.holder);
  }

  /** Forgets where its aircraft were in the frame before. */
  begin() {
    for (const member of this.members.values()) member.spot = null;
  }

  /** Takes the aircraft if it is one of the fan's. @param {Spot} spot */
  takes(spot) {
    const member = this.members.get(spot.key);
    if (member === undefined) return false;
    member.spot = spot;
    return true;
  }

  /** @param {Frame} frame @param {(spot: Spot, x: number, y: number) => void} drawSymbol */
  draw({ context, palette }, drawSymbol) {
    const members = [...this.members.values()];
    const here = members.flatMap(({ spot, place }) => (spot === null ? [] : [{ spot, place }]));
    for (const { spot, button } of members) button.hidden = spot === null;
    if (here.length === 0) return;
    const x = here.reduce((sum, { spot }) => sum + spot.x, 0) / here.length + this.shift.x;
    const y = here.reduce((sum, { spot }) => sum + spot.y, 0) / here.length + this.shift.y;
    this.holder.style.transform = `translate(${x}px, ${y}px)`;
    this.box = boxAround(x, y, this.radius);
    drawBack(context, x, y, this.radius, palette);
    context.beginPath();
    for (const { spot, place } of here) {
      context.moveTo(spot.x, spot.y);
      context.lineTo(x + place.x, y + place.y);
    }
    context.lineWidth = 1;
    context.strokeStyle = palette.route;
    context.globalAlpha = 0.55;
    context.stroke();
    context.globalAlpha = 1;
    context.fillStyle = palette.ink;
    for (const { spot } of here) {
      context.beginPath();
      context.arc(spot.x, spot.y, 1.8, 0, 2 * Math.PI);
      context.fill();
    }
    for (const { spot, place } of here) drawSymbol(spot, x + place.x, y + place.y);
  }

  focus() {
    this.holder.querySelector('button')?.focus({ preventScroll: true });
  }

  remove() {
    const hadFocus = this.holder.contains(document.activeElement);
    this.holder.remove();
    if (hadFocus) this.map.getContainer().focus({ preventScroll: true });
  }

  /** @param {KeyboardEvent} event @param {() => void} onFold */
  press(event, onFold) {
    const { key } = event;
    if (key === 'Escape') onFold();
    else if (!this.step(key)) return;
    event.preventDefault();
    event.stopPropagation();
  }

  /** Moves the focus by the arrow keys; returns whether the key is one. @param {string} key */
  step(key) {
    const buttons = [...this.holder.querySelectorAll('button')].filter(({ hidden }) => !hidden);
    const index = buttons.findIndex((each) => each.matches(':focus'));
    const last = buttons.length - 1;
    const next = new Map([
      ['ArrowRight', index === last ? 0 : index + 1],
      ['ArrowDown', index === last ? 0 : index + 1],
      ['ArrowLeft', index <= 0 ? last : index - 1],
      ['ArrowUp', index <= 0 ? last : index - 1],
      ['Home', 0],
      ['End', last],
    ]).get(key);
    if (next === undefined) return false;
    buttons[next]?.focus({ preventScroll: true });
    return true;
  }
}

/** @param {Aircraft} aircraft @param {import('./fan-places.js').Offset} place @param {string} label */
function buttonFor({ flight }, { x, y }, label) {
  const button = document.createElement('button');
  button.type = 'button';
  button.dataset.fanned = flight.id;
  button.setAttribute('aria-label', label);
  button.style.translate = `${x}px ${y}px`;
  const name = document.createElement('span');
  name.dir = 'auto';
  name.textContent = flight.callsign;
  button.append(name);
  return button;
}

/** @param {number} x @param {number} y @param {number} radius @returns {import('../room.js').Box} */
function boxAround(x, y, radius) {
  return { x: x - radius, y: y - radius, width: 2 * radius, height: 2 * radius };
}

/** @param {import('../room.js').Box} free @param {{ x: number, y: number }} middle @param {number} radius */
function shiftInto(free, { x, y }, radius) {
  const within = (/** @type {number} */ at, /** @type {number} */ from, /** @type {number} */ size) =>
    size < 2 * radius ? from + size / 2 - at : Math.max(from + radius - at, Math.min(from + size - radius - at, 0));
  return { x: within(x, free.x, free.width), y: within(y, free.y, free.height) };
}

/** A veil over the map, softer towards its edge. @param {CanvasRenderingContext2D} context @param {number} x @param {number} y @param {number} radius @param {import('../../colors.js').Palette} palette */
function drawBack(context, x, y, radius, { isDark }) {
  const veil = context.createRadialGradient(x, y, 0, x, y, radius);
  const color = isDark ? '16 24 31' : '246 248 250';
  veil.addColorStop(0, `rgb(${color} / 88%)`);
  veil.addColorStop(0.85, `rgb(${color} / 80%)`);
  veil.addColorStop(1, `rgb(${color} / 0%)`);
  context.fillStyle = veil;
  context.beginPath();
  context.arc(x, y, radius, 0, 2 * Math.PI);
  context.fill();
}
