/** @typedef {import('../../networks/wire.ts').AroundController} AroundController */
/** @typedef {'DEL' | 'GND' | 'TWR' | 'APP' | 'CTR'} Kind */
/** @typedef {{ lat: number, lon: number, name: string, kinds: ReadonlySet<Kind> }} Place controllers of one airport or area */

/** Letter and colour of each kind, as pilots know them from other maps; how far each sees at most, nautical miles. @type {Readonly<Record<Kind, { letter: string, color: string, nm: number }>>} */
const kinds = {
  DEL: { letter: 'D', color: 'hsl(212 72% 40%)', nm: 0 },
  GND: { letter: 'G', color: 'hsl(140 62% 28%)', nm: 0 },
  TWR: { letter: 'T', color: 'hsl(0 68% 42%)', nm: 10 },
  APP: { letter: 'A', color: 'hsl(28 90% 34%)', nm: 40 },
  CTR: { letter: 'C', color: 'hsl(270 50% 44%)', nm: 0 },
};
const order = /** @type {readonly Kind[]} */ (['DEL', 'GND', 'TWR', 'APP', 'CTR']);
const [chipPx, chipHeight] = [12, 13];
/** Below this zoom only dots are drawn. */
const chipsFrom = 4;

/** Controllers on the networks: letters below their airports, and how far towers and approaches see. */
export class ControllerLayer {
  constructor() {
    /** @type {readonly AroundController[]} */
    this.controllers = [];
    /** @type {readonly Place[]} */
    this.places = [];
  }

  /** @param {import('../../networks/wire.ts').AroundAnswer} answer @returns {number} how many there are */
  take({ networks }) {
    this.controllers = networks.flatMap(({ controllers }) => controllers ?? []);
    this.places = placesOf(this.controllers);
    return this.controllers.length;
  }

  /** @param {import('./source.js').Drawing} drawing */
  draw(drawing) {
    const { context, view } = drawing;
    context.save();
    for (const place of this.places) {
      const y = view.y(place.lat);
      for (const copy of view.copies) {
        const x = view.x(place.lon + copy);
        if (!view.holds(x, y, 200)) continue;
        if (view.zoom >= chipsFrom) this.drawRings(drawing, place, x, y);
        this.drawChips(drawing, place, x, y);
      }
    }
    context.restore();
  }

  /** @param {import('./source.js').Drawing} drawing @param {Place} place @param {number} x @param {number} y */
  drawRings({ context, view }, place, x, y) {
    const pxPerNm = view.scale / 21_600 / Math.cos((place.lat * Math.PI) / 180);
    for (const kind of place.kinds) {
      const { nm, color } = kinds[kind];
      if (nm === 0) continue;
      context.beginPath();
      context.arc(x, y, nm * pxPerNm, 0, 2 * Math.PI);
      context.globalAlpha = 0.06;
      context.fillStyle = color;
      context.fill();
      context.globalAlpha = 0.4;
      context.lineWidth = 1;
      context.strokeStyle = color;
      context.stroke();
    }
    context.globalAlpha = 1;
  }

  /** @param {import('./source.js').Drawing} drawing @param {Place} place @param {number} x @param {number} y */
  drawChips({ context, view, room }, place, x, y) {
    const shown = order.filter((kind) => place.kinds.has(kind));
    const isSmall = view.zoom < chipsFrom;
    const [side, height] = isSmall ? [4, 4] : [chipPx, chipHeight];
    const box = { x: x - (shown.length * side) / 2, y: y + (isSmall ? 4 : 9), width: shown.length * side, height };
    shown.forEach((kind, index) => {
      const left = box.x + index * side;
      context.fillStyle = kinds[kind].color;
      context.fillRect(left, box.y, side - 1, height);
      if (isSmall) return;
      context.font = '600 10px Inter, system-ui, sans-serif';
      context.textAlign = 'center';
      context.textBaseline = 'middle';
      context.fillStyle = 'white';
      context.fillText(kinds[kind].letter, left + (side - 1) / 2, box.y + height / 2 + 0.5);
    });
    if (!isSmall) room.take(box);
  }
}

/** @param {readonly AroundController[]} controllers @returns {readonly Place[]} */
function placesOf(controllers) {
  /** @type {Map<string, { lat: number, lon: number, name: string, kinds: Set<Kind> }>} */
  const places = new Map();
  for (const [callsign, , lat, lon] of controllers) {
    const kind = kindOf(callsign);
    const name = callsign.split('_')[0] ?? callsign;
    const key = kind === 'CTR' ? callsign : name;
    const place = places.get(key) ?? { lat, lon, name, kinds: new Set() };
    place.kinds.add(kind);
    places.set(key, place);
  }
  return [...places.values()];
}

/** @param {string} callsign @returns {Kind} */
export function kindOf(callsign) {
  const end = callsign.slice(callsign.lastIndexOf('_') + 1);
  if (end === 'DEP') return 'APP';
  return order.find((kind) => kind === end) ?? 'CTR';
}
