import { figures } from './de/figures.js';
import { map } from './de/map.js';
import { pages } from './de/pages.js';

/** Every text of the pages in German. */
export const texts = { ...figures, ...map, ...pages };
