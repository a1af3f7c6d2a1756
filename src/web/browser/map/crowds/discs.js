import { drawDisc } from './disc.js';
import { discPx, Stacks } from './stacks.js';

/** @typedef {import('./crowds.js').Frame} Frame */
/** @typedef {import('./fan.js').Fan} Fan */
/** @typedef {import('./stacks.js').Spot} Spot */
/** @typedef {{ x: number, y: number, members: Spot[], colors: readonly string[], radius: number, at: { x: number, y: number } }} Stack `at` is the middle of its aircraft; the disc is beside it where the chosen aircraft is */

/** A disc that gets or loses a member glides to its new middle within about this time. */
const slideMs = 110;
/** How strong stacks are beside a chosen flight. */
const backOpacity = 0.45;

/** The stacks of the map, where they are in each frame. */
export class Discs {
  constructor() {
    this.stacks = new Stacks();
    /** @type {Stack[]} */
    this.shown = [];
    /** @type {Map<string, { x: number, y: number, at: number }>} */
    this.slides = new Map();
    /** @type {Map<string, readonly string[]>} */
    this.colors = new Map();
  }

  /** Stacks these spots again. @param {Frame} frame */
  restack(frame) {
    const { now, spots, symbolPx } = frame;
    const before = new Map(this.split(spots, [], null).map(({ members, at }) => [members[0]?.key ?? '', at]));
    this.stacks.restack(spots, symbolPx);
    this.slides.clear();
    this.colors.clear();
    for (const { key, members, x, y } of this.stacks.groups) {
      if (members.length === 1) continue;
      this.colors.set(key, members.map(({ aircraft }) => frame.colorOf(aircraft)).toSorted());
      const old = before.get(key);
      if (old !== undefined && !frame.isCalm) this.slides.set(key, { x: old.x - x, y: old.y - y, at: now });
    }
  }

  /** Finds the stacks among these spots. Those that are alone are added to the list. @param {readonly Spot[]} spots @param {Spot[]} alone @param {Fan | null} fan @returns {Stack[]} */
  split(spots, alone, fan) {
    /** @type {Map<string, Spot[]>} */
    const members = new Map();
    for (const spot of spots) {
      if (fan?.takes(spot) === true) continue;
      const group = this.stacks.byKey.get(spot.key);
      if (group === undefined || group.members.length === 1) alone.push(spot);
      else {
        const known = members.get(group.key);
        if (known === undefined) members.set(group.key, [spot]);
        else known.push(spot);
      }
    }
    /** @type {Stack[]} */
    const stacks = [];
    for (const [key, each] of members) {
      if (each.length === 1) alone.push(...each);
      else stacks.push(stackOf(each, this.colors.get(key) ?? []));
    }
    return stacks;
  }

  /** Parts the spots of a frame into those that are drawn as they are, and stacks. @param {Frame} frame @param {Fan | null} fan @returns {Spot[]} */
  part({ spots, chosen, now }, fan) {
    /** @type {Spot[]} */
    const alone = [];
    fan?.begin();
    this.shown = this.split(spots, alone, fan);
    for (const stack of this.shown) {
      const slide = this.slides.get(stack.members[0]?.key ?? '');
      const left = slide === undefined ? 0 : Math.exp((slide.at - now) / slideMs);
      stack.x += (slide?.x ?? 0) * left;
      stack.y += (slide?.y ?? 0) * left;
      for (const { x, y } of chosen) giveWay(stack, x, y);
    }
    return alone;
  }

  /** @param {number} now */
  isSliding(now) {
    return [...this.slides.values()].some(({ at }) => now - at < 4 * slideMs);
  }

  /** @param {Frame} frame @param {string} family font */
  draw({ context, palette, chosen }, family) {
    context.globalAlpha = chosen.length > 0 ? backOpacity : 1;
    for (const { x, y, at, radius, colors, members } of this.shown) {
      if (Math.hypot(x - at.x, y - at.y) > radius) {
        context.beginPath();
        context.moveTo(x, y);
        context.lineTo(at.x, at.y);
        context.lineWidth = 1.4;
        context.strokeStyle = palette.route;
        context.stroke();
      }
      const known = colors.length === members.length ? colors : members.map(() => palette.route);
      drawDisc(context, x, y, known, family, palette);
    }
    context.globalAlpha = 1;
  }

  /** Returns the stack at this pixel of the view. @param {{ x: number, y: number }} point @param {number} touchPx how far beside its middle it may be touched */
  stackAt({ x, y }, touchPx) {
    /** @type {Stack | null} */
    let nearest = null;
    let nearestPx = Number.POSITIVE_INFINITY;
    for (const stack of this.shown) {
      const px = Math.hypot(stack.x - x, stack.y - y);
      if (px < Math.max(touchPx, stack.radius + 3) && px < nearestPx) [nearest, nearestPx] = [stack, px];
    }
    return nearest;
  }
}

/** @param {Spot[]} members @param {readonly string[]} colors @returns {Stack} */
function stackOf(members, colors) {
  let [x, y] = [0, 0];
  for (const member of members) {
    x += member.x / members.length;
    y += member.y / members.length;
  }
  return { x, y, members, colors, radius: discPx(members.length), at: { x, y } };
}

/** Moves the disc aside where the chosen aircraft would cover its number. @param {Stack} stack @param {number} x @param {number} y of the chosen one */
function giveWay(stack, x, y) {
  const [right, down] = [stack.x - x, stack.y - y];
  const away = Math.hypot(right, down);
  const wanted = stack.radius + 17;
  if (away >= wanted) return;
  const [towardsX, towardsY] = away < 1 ? [0.7, 0.7] : [right / away, down / away];
  stack.x = x + towardsX * wanted;
  stack.y = y + towardsY * wanted;
}
