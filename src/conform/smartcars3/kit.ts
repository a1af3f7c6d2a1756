import type { Kit } from '../kit.ts';
import { bookingChecks, charterChecks } from './bookings.ts';
import { flightChecks } from './flights.ts';
import { listChecks } from './lists.ts';
import { filedChecks, logbookChecks } from './logbook.ts';
import { SmartcarsScene } from './scene.ts';

/** What smartCARS 3 needs of a Script URL, its screens included. */
export const smartcarsKit: Kit<SmartcarsScene> = {
  contract: 'smartcars3',
  credential: 'login',
  places: ['/api/tracker/smartcars', '/acars/smartcars.php', '/api/tracker/smartcars?', '/acars/smartcars.php?'],
  greeting: { path: '/', answer: /"handler":\s*"/ },
  checks: [...listChecks, ...bookingChecks, ...charterChecks, ...flightChecks, ...filedChecks, ...logbookChecks],
  open: (target) => new SmartcarsScene(target),
};
