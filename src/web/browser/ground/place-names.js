import { mercator } from '../geo.js';

/** @typedef {import('./draw-ground.js').Pen} Pen */
/** @typedef {{ name: string, x: number, y: number, zoom: number, kind: 'country' | 'city' | 'capital' }} Place in the Mercator square */
/** @typedef {[code: string, name: string, lat: number, lon: number, zoom: number]} CountryEntry */
/** @typedef {[name: string, de: string, fr: string, lat: number, lon: number, zoom: number, isCapital: 0 | 1]} CityEntry */

const sizes = { country: '600 11px', city: '11px', capital: '11px' };
const usual = 'system-ui, sans-serif';
/** In a page its own typeface is named at once; a worker has to load it first, and would keep what it drew with in its place. */
let family = typeof document === 'undefined' ? usual : `Inter, ${usual}`;
/** Height of a name with the room around it, and the room at its sides. */
const [tall, beside] = [15, 8];
const cell = 16;
/** Levels of zoom by which names appear later than the files say, as ours share the map with aircraft. */
const reserve = 0.4;

/** Puts countries and cities in the order in which they are placed, with their names in the visitor's language. @param {{ countries: CountryEntry[], cities: CityEntry[] }} entries @param {string} language @returns {Place[]} */
export function toPlaces({ countries, cities }, language) {
  const regions = new Intl.DisplayNames([language, 'en'], { type: 'region' });
  /** @param {string} code @param {string} name */
  const countryName = (code, name) => ((code === '' ? name : regions.of(code)) ?? name).toUpperCase();
  const column = { de: 1, fr: 2 }[language.slice(0, 2)] ?? 0;
  return [
    ...countries.map(([code, name, lat, lon, zoom]) => at(countryName(code, name), lat, lon, zoom, 'country')),
    ...cities.map((city) =>
      at(String(city[column] || city[0]), city[3], city[4], city[5], city[6] === 1 ? 'capital' : 'city'),
    ),
  ];
}

/** @param {string} name @param {number} lat @param {number} lon @param {number} zoom @param {Place['kind']} kind @returns {Place} */
function at(name, lat, lon, zoom, kind) {
  const [x, y] = mercator({ lat, lon });
  return { name, x, y, zoom: zoom + reserve, kind };
}

/** Writes the names that fit without covering each other. The choice depends on the zoom alone, so that panning changes none. @param {Pen} pen @param {Place[]} places */
export function writeNames(pen, places) {
  const { context, frame, colors } = pen;
  const { scale, left, top, width, height } = frame;
  context.textBaseline = 'middle';
  context.lineJoin = 'round';
  context.lineWidth = 2.5;
  context.strokeStyle = colors.halo;
  for (const place of chosenAt(context, places, frame)) {
    const y = place.y * scale - top;
    if (y < -20 || y > height + 20) continue;
    const isCountry = place.kind === 'country';
    context.font = `${sizes[place.kind]} ${family}`;
    context.textAlign = isCountry ? 'center' : 'left';
    for (let copy = Math.floor(left / scale) - 1; copy <= (left + width) / scale + 1; copy++) {
      const x = (place.x + copy) * scale - left;
      if (x < -200 || x > width + 200) continue;
      if (!isCountry) dot(pen, x, y, place.kind === 'capital');
      const from = isCountry ? x : x + 6;
      context.strokeText(place.name, from, y);
      context.fillStyle = isCountry ? colors.place : colors.city;
      context.fillText(place.name, from, y);
    }
  }
}

/** @param {Pen} pen @param {number} x @param {number} y @param {boolean} isCapital */
function dot({ context, colors }, x, y, isCapital) {
  context.beginPath();
  context.arc(x, y, isCapital ? 2.6 : 2, 0, 2 * Math.PI);
  context.fillStyle = colors.city;
  context.fill();
}

/** @type {{ places: Place[], scale: number, chosen: Place[] }} */
let last = { places: [], scale: 0, chosen: [] };
/** @type {Map<string, number>} */
const widths = new Map();

/** Writes names in this typeface from now on. @param {string} name */
export function writeIn(name) {
  family = `${name}, ${usual}`;
  widths.clear();
  last = { places: [], scale: 0, chosen: [] };
}

/** @param {Pen['context']} context @param {Place[]} places @param {Pen['frame']} frame */
function chosenAt(context, places, { scale, zoom }) {
  if (last.places === places && last.scale === scale) return last.chosen;
  /** @type {Set<number>} */
  const taken = new Set();
  const chosen = places.filter((place) => {
    if (place.zoom > zoom) return false;
    const wide = widthOf(context, place) + beside;
    const x = place.x * scale - (place.kind === 'country' ? wide / 2 : 4);
    const keys = cells(x, place.y * scale - tall / 2, wide, Math.ceil(scale / cell));
    if (keys.some((key) => taken.has(key))) return false;
    for (const key of keys) taken.add(key);
    return true;
  });
  last = { places, scale, chosen };
  return chosen;
}

/** @param {Pen['context']} context @param {Place} place */
function widthOf(context, { name, kind }) {
  const key = `${kind} ${name}`;
  let width = widths.get(key);
  if (width === undefined) {
    context.font = `${sizes[kind]} ${family}`;
    width = context.measureText(name).width + (kind === 'country' ? 0 : 8);
    widths.set(key, width);
  }
  return width;
}

/** Returns the cells of a grid around the world that a box covers. @param {number} x @param {number} y @param {number} wide @param {number} columns */
function cells(x, y, wide, columns) {
  const keys = [];
  for (let row = Math.floor(y / cell); row <= Math.floor((y + tall) / cell); row++) {
    for (let column = Math.floor(x / cell); column <= Math.floor((x + wide) / cell); column++) {
      keys.push(row * columns + (((column % columns) + columns) % columns));
    }
  }
  return keys;
}
