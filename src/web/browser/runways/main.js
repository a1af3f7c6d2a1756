import { drawRunway, nameRunway, shapeOf } from './draw-runway.js';
import { Squares } from './squares.js';

/** @typedef {import('../layers/source.js').Drawing} Drawing */
/** @typedef {import('../../airport/runway-squares.ts').SquareRunway} SquareRunway */

/** From this zoom on there are runways; below the second one only those with room for their length. */
const runwaysFrom = 8;
const minLengthPx = 5;
/** Squares of the world in view; a wide window at the first zoom has no more. */
const maxSquares = 16;

/** Draws the runways in view below the flights. */
export class Runways {
  /** @param {{ scene: { below: ((drawing: Drawing) => void)[], layer: import('../canvas-layer.js').CanvasLayer }, root: string, holder: HTMLElement }} needs */
  constructor({ scene, root, holder }) {
    this.holder = holder;
    /** @type {Squares<readonly SquareRunway[]>} */
    this.squares = new Squares(
      (name) => load(`${root}runways/${name}.json`),
      () => scene.layer.redrawSoon(),
    );
    scene.below.unshift((drawing) => this.draw(drawing));
    scene.layer.redrawSoon();
  }

  /** @param {Drawing} drawing */
  draw(drawing) {
    const { view } = drawing;
    const shown = view.zoom < runwaysFrom ? [] : this.inView(view);
    for (const { runway, shape } of shown) drawRunway(drawing, runway, shape);
    for (const { runway, shape } of shown) nameRunway(drawing, runway, shape);
    this.holder.dataset.runways = String(shown.length);
  }

  /** Returns the runways in view, the shortest first: long ones lie above them. @param {Drawing['view']} view */
  inView(view) {
    const found = [];
    for (const runways of this.squares.in(boundsOf(view), maxSquares))
      for (const runway of runways)
        for (const copy of view.copies) {
          const shape = shapeOf(runway, view, copy);
          const middle = { x: (shape.from.x + shape.to.x) / 2, y: (shape.from.y + shape.to.y) / 2 };
          if (shape.lengthPx >= minLengthPx && view.holds(middle.x, middle.y, shape.lengthPx / 2 + 20))
            found.push({ runway, shape });
        }
    return found.sort((a, b) => a.shape.lengthPx - b.shape.lengthPx);
  }
}

/** @param {string} url @returns {Promise<readonly SquareRunway[] | null>} */
async function load(url) {
  const answer = await fetch(url).catch(() => null);
  return answer?.ok === true ? (await answer.json()).runways : null;
}

/** @param {Drawing['view']} view */
function boundsOf({ left, top, width, height, scale }) {
  /** @param {number} y */
  const latOf = (y) => (Math.atan(Math.sinh(Math.PI * (1 - (2 * y) / scale))) * 180) / Math.PI;
  /** @param {number} x */
  const lonOf = (x) => (x / scale - 0.5) * 360;
  return { south: latOf(top + height), north: latOf(top), west: lonOf(left), east: lonOf(left + width) };
}
