import { events } from './en/events.js';
import { figures } from './en/figures.js';
import { flight } from './en/flight.js';
import { landing } from './en/landing.js';
import { map } from './en/map.js';
import { pages } from './en/pages.js';

/** Every text of the pages in English. */
export const texts = { ...figures, ...events, ...flight, ...landing, ...map, ...pages };
