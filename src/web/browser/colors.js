/** Colours of the map, read from the style sheet so that they follow the light or dark scheme. */
export class Palette {
  constructor() {
    const style = getComputedStyle(document.documentElement);
    /** @param {string} name */
    const read = (name) => style.getPropertyValue(name).trim();
    /** What the ground is drawn with, as plain values for a worker. @type {import('./ground/draw-ground.js').GroundColors} */
    this.ground = {
      sea: read('--sea'),
      seaShallow: read('--sea-shallow'),
      seaDeep: read('--sea-deep'),
      land: read('--land'),
      landShadow: read('--land-shadow'),
      landShine: read('--land-shine'),
      tint: read('--land-tint'),
      lake: read('--lake'),
      graticule: read('--graticule'),
      coast: read('--coast'),
      border: read('--border'),
      place: read('--place'),
      city: read('--city'),
      halo: read('--place-halo'),
      night: read('--night'),
      light: read('--city-light'),
      lightsByDay: read('--city-lights-by-day'),
    };
    this.ink = read('--map-ink');
    this.halo = read('--map-halo');
    this.route = read('--route');
    this.severe = read('--bad');
    this.mild = read('--warn');
    /** What is written on a mark of the rules. */
    this.markInk = read('--surface');
    this.isDark = matchMedia('(prefers-color-scheme: dark)').matches;
  }

  /** Returns the colour of a mark of the rules. @param {string} level */
  marks(level) {
    return level === 'reject' ? this.severe : level === 'note' ? this.route : this.mild;
  }
}

/** Altitude in feet, with hue, saturation and lightness. */
const stops = /** @type {const} */ ([
  [0, 18, 82, 54],
  [4_000, 36, 88, 50],
  [10_000, 74, 58, 44],
  [20_000, 158, 62, 38],
  [30_000, 202, 76, 44],
  [40_000, 244, 58, 58],
  [50_000, 288, 52, 54],
]);

/** Colours that were computed, for a light and a dark map: every frame asks for the same few, once for each aircraft. @type {readonly [Map<number, string>, Map<number, string>]} */
const known = [new Map(), new Map()];
const maxKnown = 500;

/** Returns the colour of an altitude: warm near the ground, blue and violet high up, grey if unknown. @param {number | null} feet @param {boolean} isDark */
export function altitudeColor(feet, isDark) {
  if (feet === null) return isDark ? 'hsl(210 8% 62%)' : 'hsl(210 8% 46%)';
  const colors = known[isDark ? 1 : 0];
  const color = colors.get(feet) ?? mixed(feet, isDark ? 12 : 0);
  if (colors.size < maxKnown) colors.set(feet, color);
  return color;
}

/** @param {number} feet @param {number} lift added to the lightness */
function mixed(feet, lift) {
  const high = stops.findIndex(([altitude]) => altitude >= feet);
  const upper = stops[high < 0 ? stops.length - 1 : high] ?? stops[0];
  const lower = stops[Math.max(0, (high < 0 ? stops.length : high) - 1)] ?? upper;
  const part = upper[0] === lower[0] ? 0 : Math.min(1, (feet - lower[0]) / (upper[0] - lower[0]));
  const [hue, saturation, lightness] = [1, 2, 3].map((index) => {
    const [from, to] = [lower[index] ?? 0, upper[index] ?? 0];
    return Math.round(from + (to - from) * part);
  });
  return `hsl(${hue} ${saturation}% ${(lightness ?? 50) + lift}%)`;
}
