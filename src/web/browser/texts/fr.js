import { figures } from './fr/figures.js';
import { map } from './fr/map.js';
import { pages } from './fr/pages.js';

/** Every text of the pages in French. */
export const texts = { ...figures, ...map, ...pages };
