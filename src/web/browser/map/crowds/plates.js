import { shadowPx } from './plate.js';

/** @typedef {import('../../canvas-layer.js').View} View */
/** @typedef {import('./plate.js').Plate} Plate */
/** @typedef {(view: View, now: number) => { x: number, y: number }} Anchor where the named place is */
/** @typedef {{ plate: Plate, at: Anchor, dx: number, dy: number, side: number, alpha: number, isWanted: boolean, dot: { px: number, color: string } | null, strength: () => number }} Hung a dot is drawn where the place is */

/** Labels come and go within this time. */
const fadeMs = 180;

/** The labels that are shown: they move with what they name, and fade. */
export class Plates {
  constructor() {
    /** @type {Map<string, Hung>} */
    this.hung = new Map();
    this.drawnAt = 0;
    this.isFading = false;
  }

  /** Shows these labels, and no other one. @param {ReadonlyMap<string, Omit<Hung, 'alpha' | 'isWanted'>>} wanted */
  hang(wanted) {
    for (const [key, each] of this.hung) {
      if (wanted.has(key)) continue;
      each.isWanted = false;
      this.isFading = true;
    }
    for (const [key, each] of wanted) {
      const alpha = this.hung.get(key)?.alpha ?? 0;
      if (alpha < 1) this.isFading = true;
      this.hung.set(key, Object.assign(each, { alpha, isWanted: true }));
    }
  }

  /** Returns where they are. @param {View} view @param {number} now */
  boxes(view, now) {
    return [...this.hung.values()].map(({ at, dx, dy, plate: { width, height } }) => {
      const { x, y } = at(view, now);
      return { x: x + dx, y: y + dy, width, height };
    });
  }

  /** Draws them. @param {CanvasRenderingContext2D} context @param {View} view @param {number} now @param {boolean} isCalm without fading */
  draw(context, view, now, isCalm) {
    const step = isCalm ? 1 : Math.min(1, Math.max(0, now - this.drawnAt) / fadeMs);
    this.drawnAt = now;
    this.isFading = false;
    for (const [key, each] of this.hung) {
      each.alpha = each.isWanted ? Math.min(1, each.alpha + step) : each.alpha - step;
      if (each.alpha <= 0 && !each.isWanted) {
        this.hung.delete(key);
        continue;
      }
      if (each.alpha < 1) this.isFading = true;
      const { x, y } = each.at(view, now);
      const { image, width, height } = each.plate;
      if (!view.holds(x, y, width + 40)) continue;
      context.globalAlpha = each.alpha * each.strength();
      if (each.dot !== null) {
        context.beginPath();
        context.arc(x, y, each.dot.px, 0, 2 * Math.PI);
        context.fillStyle = each.dot.color;
        context.fill();
      }
      // On whole pixels texts are sharp.
      const [left, top] = [Math.round(x + each.dx) - shadowPx, Math.round(y + each.dy) - shadowPx];
      context.drawImage(image, left, top, width + 2 * shadowPx, height + 2 * shadowPx);
    }
    context.globalAlpha = 1;
  }
}
