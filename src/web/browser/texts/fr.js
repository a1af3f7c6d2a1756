import { airport } from './fr/airport.js';
import { figures } from './fr/figures.js';
import { find } from './fr/find.js';
import { flight } from './fr/flight.js';
import { landing } from './fr/landing.js';
import { look } from './fr/look.js';
import { map } from './fr/map.js';
import { pages } from './fr/pages.js';
import { replay } from './fr/replay.js';

/** Every text of the pages in French. */
export const texts = {
  ...airport,
  ...figures,
  ...find,
  ...flight,
  ...landing,
  ...look,
  ...map,
  ...pages,
  ...replay,
};
