import { Ground } from './ground/ground.js';

/**
 * Shows the ground of a map: the embedded one, or a tile server's with only the night drawn over it.
 * @param {L.Map} map @param {{ tiles: string, tileAttribution: string }} source
 */
export function addBasemap(map, { tiles, tileAttribution }) {
  const ground = new Ground(map);
  if (tiles !== '') {
    // Tile servers require the site as referrer (OpenStreetMap's rejects requests without it), but must not see the page's URL.
    const attribution = asHtml(tileAttribution);
    L.tileLayer(tiles, { maxZoom: 19, referrerPolicy: 'strict-origin-when-cross-origin', attribution }).addTo(map);
    ground.set({ hasLand: false });
  } else {
    map.attributionControl?.addAttribution('<a href="https://www.naturalearthdata.com/">Natural Earth</a>');
  }
  return ground;
}

/** Escapes text, because Leaflet expects HTML. @param {string} text */
function asHtml(text) {
  const holder = document.createElement('span');
  holder.textContent = text;
  return holder.innerHTML;
}
