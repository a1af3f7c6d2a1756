import { assetAt } from '../asset-at.js';
import { loadAtlas, loadJson } from './atlas.js';
import { drawGround } from './draw-ground.js';
import { layNight, nightSheet } from './night.js';
import { toPlaces, writeNames } from './place-names.js';
import { Relief, rgba } from './relief.js';

/** @typedef {import('./atlas.js').Atlas} Atlas */
/** @typedef {import('./draw-ground.js').Frame} Frame */
/** @typedef {import('./draw-ground.js').GroundColors} GroundColors */
/** @typedef {{ frame: Frame, colors: GroundColors, hasLand: boolean, hasNames: boolean, hasRelief: boolean, nightAt: number | null }} Picture what to draw; `hasRelief`: also what need not be there at first; `nightAt` is the time whose night is shown */

/** From this zoom on, the finer outlines are loaded. */
const fineFrom = 2.8;
/** What could not be loaded is tried again after so long, and then after ever longer. */
const [againMs, maxAgainMs] = [2_000, 60_000];

/** @param {string} name */
const urlOf = (name) => assetAt(`ground/${name}`);

/** Draws the ground, in a worker or in the page. */
export class Painter {
  /** @param {string} language of the places' names @param {() => void} onLoaded called when there is more to draw */
  constructor(language, onLoaded) {
    this.language = language;
    this.onLoaded = onLoaded;
    /** @type {Atlas | null} */
    this.atlas = null;
    /** @type {import('./place-names.js').Place[]} */
    this.places = [];
    this.relief = new Relief(
      (file) => persist(() => loadBitmap(urlOf(file))),
      () => onLoaded(),
    );
    this.isFine = false;
    this.hasBegun = false;
  }

  /** @param {CanvasRenderingContext2D | OffscreenCanvasRenderingContext2D} context @param {Picture} picture */
  paint(context, { frame, colors, hasLand, hasNames, hasRelief, nightAt }) {
    context.setTransform(frame.density, 0, 0, frame.density, 0, 0);
    context.clearRect(0, 0, frame.width, frame.height);
    const pen = { context, frame, colors };
    const relief = hasRelief && hasLand ? this.relief : null;
    if (hasLand) {
      this.require(hasRelief ? frame.zoom : 0, hasNames);
      if (this.atlas !== null) drawGround(pen, this.atlas, relief);
    }
    if (nightAt !== null) layNight(context, nightSheet(frame, nightAt, rgba(context, colors.night)));
    relief?.drawLights(pen, nightAt);
    if (hasLand && hasNames) writeNames(pen, this.places);
  }

  /** Begins to load what this zoom needs. @param {number} zoom @param {boolean} hasNames */
  require(zoom, hasNames) {
    if (!this.hasBegun) {
      this.hasBegun = true;
      void this.begin(hasNames);
    }
    if (this.isFine || zoom < fineFrom || this.atlas === null) return;
    this.isFine = true;
    void persist(() => loadAtlas(urlOf('world-fine.json'))).then((atlas) => this.take(atlas));
  }

  /** @param {boolean} hasNames */
  async begin(hasNames) {
    this.take(await persist(() => loadAtlas(urlOf('world-coarse.json'))));
    if (!hasNames) return;
    this.places = toPlaces(await persist(() => loadJson(urlOf('places.json'))), this.language);
    this.onLoaded();
  }

  /** @param {Atlas} atlas */
  take(atlas) {
    this.atlas = atlas;
    this.onLoaded();
  }
}

/** @param {string} url */
async function loadBitmap(url) {
  const answer = await fetch(url);
  if (!answer.ok) throw new Error(`A picture of the basemap could not be loaded (${answer.status}).`);
  return createImageBitmap(await answer.blob());
}

/** Loads it in spite of a connection that fails for a while. @template T @param {() => Promise<T>} load @returns {Promise<T>} */
async function persist(load) {
  for (let waitMs = againMs; ; waitMs = Math.min(maxAgainMs, waitMs * 2)) {
    try {
      return await load();
    } catch {
      await new Promise((resolve) => setTimeout(resolve, waitMs));
    }
  }
}
