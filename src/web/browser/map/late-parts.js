import { assetAt } from '../asset-at.js';

/** A map without flights does not wait longer for the first one. */
const maxWaitMs = 2_000;

/** Loads what is needed only once the first aircraft are drawn: on a slow line nothing comes before them. @returns {Promise<typeof import('./chosen/main.js')>} */
export async function loadChosen() {
  await firstAircraft();
  return import(assetAt('map/chosen/main.js'));
}

/** @returns {Promise<void>} */
function firstAircraft() {
  return new Promise((resolve) => {
    const observer = new PerformanceObserver((list) => {
      if (list.getEntriesByName('first-aircraft').length > 0) resolve();
    });
    observer.observe({ type: 'mark', buffered: true });
    setTimeout(resolve, maxWaitMs);
  });
}
