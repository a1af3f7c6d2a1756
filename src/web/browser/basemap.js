import { Ground } from './ground/ground.js';
import { readLook } from './look-store.js';

/** @typedef {{ name: string, url: string, attribution: string, isDefault: boolean }} Source a tile server */

const credit = '<a href="https://www.naturalearthdata.com/">Natural Earth</a>, NASA';

/** The ground of a map: the embedded one, or a tile server's with only the night drawn over it. */
export class Basemap {
  /** @param {L.Map} map @param {string} sources tile servers to choose from, as JSON @param {{ hasNames?: boolean }} [options] whether the ground writes names of places */
  constructor(map, sources, options) {
    this.map = map;
    /** @type {Source[]} */
    this.sources = JSON.parse(sources || '[]');
    this.ground = new Ground(map, options);
    /** @type {L.TileLayer | null} */
    this.tiles = null;
    /** Name of the source that is shown; empty for the embedded one. */
    this.shown = '';
    const { source, isNight } = readLook();
    const own = this.sources.find(({ isDefault }) => isDefault);
    this.choose(source ?? own?.name ?? '');
    this.ground.set({ isNight });
  }

  /** @param {string} name empty for the embedded map, as is one that there is not */
  choose(name) {
    const { map } = this;
    this.tiles?.remove();
    map.attributionControl?.removeAttribution(credit);
    const source = this.sources.find((each) => each.name === name);
    this.shown = source?.name ?? '';
    this.tiles = source === undefined ? null : tileLayer(source).addTo(map);
    if (source === undefined) map.attributionControl?.addAttribution(credit);
    map.getContainer().dataset.source = this.shown;
    this.ground.set({ hasLand: source === undefined });
  }
}

/** @param {Source} source */
function tileLayer({ url, attribution }) {
  return L.tileLayer(url, {
    maxZoom: 19,
    // Tile servers require the site as referrer (OpenStreetMap's rejects requests without it), but must not see the page's URL.
    referrerPolicy: 'strict-origin-when-cross-origin',
    attribution: asHtml(attribution),
  });
}

/** Escapes text, because Leaflet expects HTML. @param {string} text */
function asHtml(text) {
  const holder = document.createElement('span');
  holder.textContent = text;
  return holder.innerHTML;
}
