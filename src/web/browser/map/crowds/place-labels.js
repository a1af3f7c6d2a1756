import { assetAt } from '../../asset-at.js';
import { toPlaces } from '../../ground/place-names.js';

/** @typedef {import('../../canvas-layer.js').View} View */
/** @typedef {import('../../ground/place-names.js').Place} Place */

/** What could not be loaded is asked for again after this time. */
const againMs = 20_000;

/** Names of countries and cities: they give way to aircraft and airports, so they are not drawn with the ground. */
export class PlaceLabels {
  /** @param {string} language @param {() => void} onLoaded */
  constructor(language, onLoaded) {
    /** @type {readonly Place[]} */
    this.places = [];
    void this.load(language, onLoaded);
  }

  /** @param {string} language @param {() => void} onLoaded */
  async load(language, onLoaded) {
    const answer = await fetch(assetAt('ground/places.json')).catch(() => null);
    if (answer?.ok !== true) {
      setTimeout(() => void this.load(language, onLoaded), againMs);
      return;
    }
    this.places = toPlaces(await answer.json(), language);
    onLoaded();
  }

  /** Returns those in and around the view, the most important first. @param {View} view @param {number} margin */
  inView(view, margin) {
    /** @type {{ place: Place, copy: number, x: number, y: number }[]} */
    const found = [];
    for (const place of this.places) {
      if (place.zoom > view.zoom) continue;
      const y = place.y * view.scale - view.top;
      for (const copy of view.copies) {
        const x = (place.x + copy / 360) * view.scale - view.left;
        if (view.holds(x, y, margin)) found.push({ place, copy, x, y });
      }
    }
    return found;
  }
}
