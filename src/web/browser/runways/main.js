import { strokeWay, waysOf } from '../ways.js';
import { drawRunway, nameRunway, shapeOf } from './draw-runway.js';
import { Squares } from './squares.js';

/** @typedef {import('../layers/source.js').Drawing} Drawing */
/** @typedef {import('../../airport/runway-squares.ts').SquareRunway} SquareRunway */

/** From this zoom on there are runways; below the second one only those with room for their length. */
const runwaysFrom = 8;
const minLengthPx = 5;
/** From this zoom on there are the ways that the airline's aircraft taxied, in units of this part of a degree. */
const taxiFrom = 12;
const taxiPerDegree = 1e5;
/** Squares of the world in view; a wide window at the first zoom has no more. */
const maxSquares = 16;

/** Draws the runways in view below the flights, and near an airport where the airline's aircraft taxied. */
export class Runways {
  /** @param {{ scene: { below: ((drawing: Drawing) => void)[], layer: import('../canvas-layer.js').CanvasLayer }, root: string, holder: HTMLElement }} needs */
  constructor({ scene, root, holder }) {
    this.holder = holder;
    /** @type {Squares<readonly SquareRunway[]>} */
    this.squares = new Squares(
      async (name) => (await load(`${root}runways/${name}.json`))?.runways ?? null,
      () => scene.layer.redrawSoon(),
    );
    /** @type {Squares<readonly import('../ways.js').Way[]>} */
    this.taxi = new Squares(
      async (name) => {
        const answer = await load(`${root}taxi/${name}.json`);
        return answer === null ? null : waysOf(answer.lines, taxiPerDegree);
      },
      () => scene.layer.redrawSoon(),
    );
    scene.below.unshift((drawing) => this.draw(drawing));
    scene.layer.redrawSoon();
  }

  /** @param {Drawing} drawing */
  draw(drawing) {
    const { view } = drawing;
    const shown = view.zoom < runwaysFrom ? [] : this.inView(view);
    if (view.zoom >= taxiFrom) this.drawTaxi(drawing);
    for (const { runway, shape } of shown) drawRunway(drawing, runway, shape);
    for (const { runway, shape } of shown) nameRunway(drawing, runway, shape);
    this.holder.dataset.runways = String(shown.length);
  }

  /** Many lines over each other are stronger: the usual ways are seen. @param {Drawing} drawing */
  drawTaxi({ context, view, palette }) {
    const ways = this.taxi.in(boundsOf(view), maxSquares).flat();
    context.save();
    context.lineJoin = context.lineCap = 'round';
    context.strokeStyle = palette.isDark ? 'hsl(44 70% 62%)' : 'hsl(36 78% 36%)';
    context.globalAlpha = 0.3;
    context.lineWidth = Math.min(3, 1 + (view.zoom - taxiFrom) * 0.5);
    for (const way of ways) strokeWay(context, view, way);
    context.restore();
    this.holder.dataset.taxi = String(ways.length);
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

/** Returns what the server has; null when it could not be asked. @param {string} url */
async function load(url) {
  const answer = await fetch(url).catch(() => null);
  return answer?.ok === true ? answer.json() : null;
}

/** @param {Drawing['view']} view */
function boundsOf({ left, top, width, height, scale }) {
  /** @param {number} y */
  const latOf = (y) => (Math.atan(Math.sinh(Math.PI * (1 - (2 * y) / scale))) * 180) / Math.PI;
  /** @param {number} x */
  const lonOf = (x) => (x / scale - 0.5) * 360;
  return { south: latOf(top + height), north: latOf(top), west: lonOf(left), east: lonOf(left + width) };
}
