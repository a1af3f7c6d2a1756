import { airport } from './de/airport.js';
import { figures } from './de/figures.js';
import { find } from './de/find.js';
import { flight } from './de/flight.js';
import { landing } from './de/landing.js';
import { look } from './de/look.js';
import { map } from './de/map.js';
import { pages } from './de/pages.js';
import { replay } from './de/replay.js';

/** Every text of the pages in German. */
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
