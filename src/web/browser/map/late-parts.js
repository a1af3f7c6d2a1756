import { assetAt } from '../asset-at.js';
import { pageMark } from '../page-mark.js';

/** A map without flights does not wait longer for the first one. */
const maxWaitMs = 2_000;

/** Loads what is needed only once the first aircraft are drawn: on a slow line nothing comes before them. @returns {Promise<typeof import('./chosen/main.js')>} */
export async function loadChosen() {
  await pageMark('first-aircraft', maxWaitMs);
  return import(assetAt('map/chosen/main.js'));
}
