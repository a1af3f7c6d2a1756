import { events } from './de/events.js';
import { figures } from './de/figures.js';
import { flight } from './de/flight.js';
import { landing } from './de/landing.js';
import { map } from './de/map.js';
import { pages } from './de/pages.js';

/** Every text of the pages in German. */
export const texts = { ...figures, ...events, ...flight, ...landing, ...map, ...pages };
