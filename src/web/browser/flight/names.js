import { layOut } from '../map/crowds/layout.js';
import { PlaceLabels } from '../map/crowds/place-labels.js';
import { PlateMaker, shadowPx } from '../map/crowds/plate.js';
import { Room } from '../map/room.js';

/** @typedef {import('../canvas-layer.js').View} View */
/** @typedef {import('../colors.js').Palette} Palette */
/** @typedef {import('../map/crowds/layout.js').Wanted} Wanted */
/** @typedef {{ palette: Palette, airports: readonly { icao: string, lat: number, lon: number }[], points: readonly { lat: number, lon: number }[], hasGround: boolean }} Shown `points`: of the track, with longitudes unwrapped */
/** @typedef {Wanted & { said: import('../map/crowds/plate.js').Said, dotPx: number }} Label */

/** Room around the track that the aircraft needs as it flies along it, and how far apart boxes of it are, pixels. */
const [halfPx, stepPx] = [13, 16];
/** Between an airport's place and its name: an aircraft that stands there covers it not. */
const awayPx = 17;
const maxPlaces = 160;
const order = { airport: 0, country: 1, city: 2 };

/** The names on a flight's map, all in one arrangement: those of its airports beside them, then of countries and cities where neither a name nor the flight is. */
export class MapNames {
  /** @param {L.Map} map @param {() => void} redraw */
  constructor(map, redraw) {
    this.map = map;
    this.maker = new PlateMaker(map.getContainer());
    this.redraw = redraw;
    /** @type {PlaceLabels | null} */
    this.places = null;
    /** @type {Map<string, import('../map/crowds/layout.js').Placed>} */
    this.placed = new Map();
  }

  /** Loads the names of countries and cities. */
  addPlaces() {
    this.places = new PlaceLabels(document.documentElement.lang || 'en', this.redraw);
  }

  /** @param {CanvasRenderingContext2D} context @param {View} view @param {Shown} shown */
  draw(context, view, { palette, airports, points, hasGround }) {
    this.maker.measure();
    const labels = new Room(view);
    const symbols = new Room(view);
    for (const box of coversOf(this.map)) labels.take(box);
    takeTrack(symbols, view, points);
    /** @type {Label[]} */
    const wanted = [...this.airportLabels(view, airports), ...(hasGround ? this.groundLabels(view) : [])];
    this.placed = layOut({ labels, symbols }, wanted, this.placed);
    for (const { key, x, y, said, dotPx } of wanted) {
      const place = this.placed.get(key);
      if (place === undefined) continue;
      if (dotPx > 0) dot(context, x, y, dotPx, palette.ground.city);
      const { image, width, height } = this.maker.plate(said, palette);
      const [left, top] = [Math.round(x + place.dx) - shadowPx, Math.round(y + place.dy) - shadowPx];
      context.drawImage(image, left, top, width + 2 * shadowPx, height + 2 * shadowPx);
    }
  }

  /** @param {View} view @param {Shown['airports']} airports @returns {Label[]} */
  airportLabels(view, airports) {
    return airports.flatMap(({ icao, lat, lon }) =>
      view.copies.flatMap((copy) => {
        const [x, y] = [view.x(lon + copy), view.y(lat)];
        if (!view.holds(x, y, 0)) return [];
        const said = /** @type {const} */ ({ lines: [icao], kind: 'airport' });
        const size = this.maker.size(said);
        const placing = { gap: awayPx, order: order.airport, isForced: true };
        return [{ key: `airport ${icao} ${copy}`, x, y, ...size, ...placing, said, dotPx: 0 }];
      }),
    );
  }

  /** @param {View} view @returns {Label[]} */
  groundLabels(view) {
    const places = this.places?.inView(view, 40) ?? [];
    return places.slice(0, maxPlaces).map(({ place, copy, x, y }) => {
      const isCentred = place.kind === 'country';
      /** @type {Label['said']} */
      const said = { lines: [place.name], kind: isCentred ? 'country' : 'city' };
      const dotPx = isCentred ? 0 : place.kind === 'capital' ? 2.4 : 1.8;
      const placing = { gap: 2, order: isCentred ? order.country : order.city, isCentred };
      return { key: `place ${place.name} ${copy}`, x, y, ...this.maker.size(said), ...placing, said, dotPx };
    });
  }
}

/** Returns what of the view the page covers, in its pixels. @param {L.Map} map */
function coversOf(map) {
  const { left, top } = map.getContainer().getBoundingClientRect();
  return [...document.querySelectorAll('#ticket, #track-map .leaflet-control')].flatMap((each) => {
    const { x, y, width, height } = each.getBoundingClientRect();
    return width === 0 ? [] : [{ x: x - left, y: y - top, width, height }];
  });
}

/** Keeps names off the way that the aircraft flies on the map. @param {Room} room @param {Pick<View, 'x' | 'y' | 'copies' | 'holds'>} view @param {Shown['points']} points */
export function takeTrack(room, view, points) {
  for (const copy of view.copies) {
    let [lastX, lastY] = [Number.NaN, Number.NaN];
    for (const { lat, lon } of points) {
      const [x, y] = [view.x(lon + copy), view.y(lat)];
      if (Math.hypot(x - lastX, y - lastY) < stepPx / 2) continue;
      takeLine(room, view, Number.isNaN(lastX) ? x : lastX, Number.isNaN(lastX) ? y : lastY, x, y);
      [lastX, lastY] = [x, y];
    }
  }
}

/** @param {Room} room @param {Pick<View, 'holds'>} view @param {number} fromX @param {number} fromY @param {number} toX @param {number} toY */
function takeLine(room, view, fromX, fromY, toX, toY) {
  const count = Math.max(1, Math.min(400, Math.ceil(Math.hypot(toX - fromX, toY - fromY) / stepPx)));
  for (let step = 1; step <= count; step++) {
    const [x, y] = [fromX + ((toX - fromX) * step) / count, fromY + ((toY - fromY) * step) / count];
    if (view.holds(x, y, halfPx)) room.take({ x: x - halfPx, y: y - halfPx, width: 2 * halfPx, height: 2 * halfPx });
  }
}

/** @param {CanvasRenderingContext2D} context @param {number} x @param {number} y @param {number} px @param {string} color */
function dot(context, x, y, px, color) {
  context.beginPath();
  context.arc(x, y, px, 0, 2 * Math.PI);
  context.fillStyle = color;
  context.fill();
}
