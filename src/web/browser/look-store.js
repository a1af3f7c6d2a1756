/** @typedef {{ source: string | null, isNight: boolean, hasAirports: boolean, coloring: import('./map/coloring.js').Coloring }} Look how a visitor wants the map; `source` is the name of a map, empty for the included one, null for the site's own choice */

const key = 'map-look';
const layersKey = 'map-layers';
/** @type {Look} */
const usual = { source: null, isNight: true, hasAirports: true, coloring: 'altitude' };

/** Returns what this visitor chose last, in this browser. @returns {Look} */
export function readLook() {
  try {
    const { source, isNight, hasAirports, coloring } = JSON.parse(localStorage.getItem(key) ?? '{}');
    return {
      source: typeof source === 'string' ? source : usual.source,
      isNight: typeof isNight === 'boolean' ? isNight : usual.isNight,
      hasAirports: typeof hasAirports === 'boolean' ? hasAirports : usual.hasAirports,
      coloring: ['altitude', 'phase', 'airline'].includes(coloring) ? coloring : usual.coloring,
    };
  } catch {
    // Storage is off, as in some frames of other sites, or holds something else.
    return { ...usual };
  }
}

/** @param {Look} look */
export function saveLook(look) {
  save(key, look);
}

/** Returns the layers that this visitor had on last, in this browser. @returns {readonly string[]} */
export function readLayers() {
  try {
    const layers = JSON.parse(localStorage.getItem(layersKey) ?? '[]');
    return Array.isArray(layers) ? layers : [];
  } catch {
    return [];
  }
}

/** @param {readonly string[]} layers */
export function saveLayers(layers) {
  save(layersKey, layers);
}

/** @param {string} name @param {unknown} value */
function save(name, value) {
  try {
    localStorage.setItem(name, JSON.stringify(value));
  } catch {
    // Storage is off or full: the choice holds for this page.
  }
}
