import { SmoothZoom } from './smooth-zoom.js';

/**
 * Makes a Leaflet map of the world: it zooms without steps, fills every window, shows no place twice, and ends at the upper and lower edge.
 * @param {HTMLElement} holder @param {{ center: [number, number], zoom: number, maxZoom: number }} options
 */
export function createWorldMap(holder, options) {
  const map = L.map(holder, {
    ...options,
    minZoom: worldZoom(holder),
    zoom: Math.max(options.zoom, worldZoom(holder)),
    // Zooming is drawn frame by frame; steps and Leaflet's scaling of layers are not wanted.
    zoomSnap: 0,
    zoomAnimation: false,
    scrollWheelZoom: false,
    zoomControl: false,
    maxBounds: [
      [-85.06, -Infinity],
      [85.06, Infinity],
    ],
    maxBoundsViscosity: 1,
  });
  new SmoothZoom(map);
  L.control.zoom({ position: 'bottomright' }).addTo(map);
  map.attributionControl?.setPrefix(false);
  map.on('resize', () => {
    map.setMinZoom(worldZoom(holder));
    if (map.getZoom() < map.getMinZoom()) map.setZoom(map.getMinZoom(), { animate: false });
  });
  return map;
}

/** The zoom at which the world covers the window. @param {HTMLElement} holder */
function worldZoom(holder) {
  return Math.log2(Math.max(256, holder.clientWidth, holder.clientHeight) / 256);
}
