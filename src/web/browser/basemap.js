import { loadAtlas } from './atlas.js';
import { Palette } from './colors.js';
import { mercator } from './geo.js';

/** @typedef {import('./atlas.js').Atlas} Atlas */
/** @typedef {import('./atlas.js').Ring} Ring */
/** @typedef {import('./atlas.js').CountryName} CountryName */

const tileSize = 512;
/** From this zoom on, the finer outlines are loaded. */
const fineFrom = 4;

/**
 * A map without a tile server: outlines of the world drawn into Leaflet's tiles.
 * @param {L.Map} map @param {{ coarse: string, fine: string, tiles: string, tileAttribution: string }} sources
 */
export function addBasemap(map, { coarse, fine, tiles, tileAttribution }) {
  if (tiles !== '') {
    // Tile servers require the site as referrer (OpenStreetMap's rejects requests without it), but must not see the page's URL.
    const attribution = asHtml(tileAttribution);
    L.tileLayer(tiles, { maxZoom: 19, referrerPolicy: 'strict-origin-when-cross-origin', attribution }).addTo(map);
    return;
  }
  let palette = new Palette();
  /** @type {Atlas | null} */
  let atlas = null;
  const Outlines = L.GridLayer.extend({
    /** @param {L.Coords} coords */
    createTile: (coords) => drawTile(atlas, palette, coords, map.getZoom() >= 3),
  });
  /** @type {L.GridLayer} */
  const layer = Reflect.construct(Outlines, [{ tileSize, updateWhenZooming: false, keepBuffer: 1 }]);
  layer.addTo(map);
  // Not layer.redraw(): between two zoom levels Leaflet 1.9 requests tiles for a fractional zoom (2.5).
  const redraw = () => layer.remove().addTo(map);
  let isFine = false;
  const refine = async () => {
    if (isFine || map.getZoom() < fineFrom) return;
    isFine = true;
    atlas = await loadAtlas(fine);
    redraw();
  };
  void loadAtlas(coarse).then((loaded) => {
    atlas ??= loaded;
    redraw();
    map.on('zoomend', refine);
    void refine();
  });
  matchMedia('(prefers-color-scheme: dark)').addEventListener('change', () => {
    palette = new Palette();
    redraw();
  });
  map.attributionControl?.setPrefix('Outlines: <a href="https://www.naturalearthdata.com/">Natural Earth</a>');
}

/** Escapes text, because Leaflet expects HTML. @param {string} text */
function asHtml(text) {
  const holder = document.createElement('span');
  holder.textContent = text;
  return holder.innerHTML;
}

/** @param {Atlas | null} atlas @param {Palette} palette @param {L.Coords} coords @param {boolean} hasNames */
function drawTile(atlas, palette, coords, hasNames) {
  const canvas = document.createElement('canvas');
  const density = Math.min(2, window.devicePixelRatio || 1);
  canvas.width = canvas.height = tileSize * density;
  const context = canvas.getContext('2d', { alpha: false });
  if (context === null) return canvas;
  const tiles = (256 * 2 ** coords.z) / tileSize;
  const pen = {
    context,
    scale: tileSize * density * tiles,
    left: coords.x / tiles,
    top: coords.y / tiles,
    side: 1 / tiles,
  };
  context.fillStyle = palette.sea;
  context.fillRect(0, 0, canvas.width, canvas.height);
  if (atlas === null) return canvas;
  drawGraticule(pen, palette.graticule, density);
  trace(pen, atlas.land, true);
  context.fillStyle = palette.land;
  context.fill('evenodd');
  stroke(pen, atlas.borders, palette.border, density);
  stroke(pen, atlas.coasts, palette.coast, density);
  if (hasNames) writeNames(pen, atlas, palette, density);
  return canvas;
}

/** Draws the graticule, so that oceans are not empty. @param {Pen} pen @param {string} color @param {number} width */
function drawGraticule({ context, scale, left, top, side }, color, width) {
  context.beginPath();
  for (let lon = -180; lon <= 180; lon += 10) {
    const x = (lon / 360 + 0.5 - left) * scale;
    if (x < -1 || x > side * scale + 1) continue;
    context.moveTo(x, 0);
    context.lineTo(x, side * scale);
  }
  for (let lat = -80; lat <= 80; lat += 10) {
    const y = (mercator({ lat, lon: 0 })[1] - top) * scale;
    if (y < -1 || y > side * scale + 1) continue;
    context.moveTo(0, y);
    context.lineTo(side * scale, y);
  }
  context.strokeStyle = color;
  context.lineWidth = width;
  context.stroke();
}

/** @typedef {{ context: CanvasRenderingContext2D, scale: number, left: number, top: number, side: number }} Pen */

/** @param {Pen} pen @param {Ring[]} rings @param {string} color @param {number} width */
function stroke(pen, rings, color, width) {
  trace(pen, rings, false);
  pen.context.strokeStyle = color;
  pen.context.lineWidth = width;
  pen.context.lineJoin = 'round';
  pen.context.stroke();
}

/** Adds the lines that touch the tile to the path, without details smaller than half a pixel. @param {Pen} pen @param {Ring[]} rings @param {boolean} isClosed */
function trace({ context, scale, left, top, side }, rings, isClosed) {
  context.beginPath();
  const margin = side / 32;
  for (const { points, west, east, north, south } of rings) {
    if (south < top - margin || north > top + side + margin) continue;
    for (const turn of [-1, 0, 1]) {
      if (east + turn < left - margin || west + turn > left + side + margin) continue;
      lay(context, points, { left: left - turn, top, scale });
      if (isClosed) context.closePath();
    }
  }
}

/** @param {CanvasRenderingContext2D} context @param {Float64Array} points @param {{ left: number, top: number, scale: number }} frame */
function lay(context, points, { left, top, scale }) {
  let [lastX, lastY] = [Number.NaN, Number.NaN];
  for (let at = 0; at < points.length; at += 2) {
    const x = ((points[at] ?? 0) - left) * scale;
    const y = ((points[at + 1] ?? 0) - top) * scale;
    const isEnd = at === 0 || at >= points.length - 2;
    if (!isEnd && Math.abs(x - lastX) + Math.abs(y - lastY) < 0.7) continue;
    if (at === 0) context.moveTo(x, y);
    else context.lineTo(x, y);
    [lastX, lastY] = [x, y];
  }
}

/** @param {Pen} pen @param {Atlas} atlas @param {Palette} palette @param {number} density */
function writeNames({ context, scale, left, top, side }, { names }, palette, density) {
  context.font = `500 ${11 * density}px system-ui, sans-serif`;
  context.textAlign = 'center';
  context.fillStyle = palette.place;
  const margin = side / 4;
  for (const { name, x, y } of namesAt(context, names, scale, density)) {
    if (x < left - margin || x > left + side + margin || y < top - margin || y > top + side + margin) continue;
    context.fillText(name.toUpperCase(), (x - left) * scale, (y - top) * scale);
  }
}

/** @type {{ names: readonly CountryName[], scale: number, chosen: readonly CountryName[] }} */
let lastChosen = { names: [], scale: 0, chosen: [] };

/** Chooses the names that fit into their country without overlap; the result is the same for every tile of a zoom. @param {CanvasRenderingContext2D} context @param {readonly CountryName[]} names the widest countries first @param {number} scale @param {number} density */
function namesAt(context, names, scale, density) {
  if (lastChosen.names === names && lastChosen.scale === scale) return lastChosen.chosen;
  /** @type {(CountryName & { half: number })[]} */
  const chosen = [];
  for (const each of names) {
    const half = context.measureText(each.name.toUpperCase()).width / 2;
    if (each.width * scale < half * 2.2) continue;
    const isFree = chosen.every(({ x, y, half: other }) => {
      const isBeside = Math.abs(x - each.x) * scale > half + other + 6 * density;
      return isBeside || Math.abs(y - each.y) * scale > 13 * density;
    });
    if (isFree) chosen.push({ ...each, half });
  }
  lastChosen = { names, scale, chosen };
  return chosen;
}
