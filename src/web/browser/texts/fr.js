import { events } from './fr/events.js';
import { figures } from './fr/figures.js';
import { flight } from './fr/flight.js';
import { landing } from './fr/landing.js';
import { map } from './fr/map.js';
import { pages } from './fr/pages.js';

/** Every text of the pages in French. */
export const texts = { ...figures, ...events, ...flight, ...landing, ...map, ...pages };
