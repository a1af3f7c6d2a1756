import { figures } from './en/figures.js';
import { map } from './en/map.js';
import { pages } from './en/pages.js';

/** Every text of the pages in English. */
export const texts = { ...figures, ...map, ...pages };
