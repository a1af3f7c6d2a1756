import { airport } from './en/airport.js';
import { figures } from './en/figures.js';
import { find } from './en/find.js';
import { flight } from './en/flight.js';
import { landing } from './en/landing.js';
import { look } from './en/look.js';
import { map } from './en/map.js';
import { pages } from './en/pages.js';
import { replay } from './en/replay.js';

/** Every text of the pages in English. */
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
