import type { Kit } from '../kit.ts';
import { bookingChecks } from './bookings.ts';
import { flightChecks } from './flights.ts';
import { listChecks } from './lists.ts';
import { StratosScene } from './scene.ts';

/** What Stratos needs of its address, as its public module for phpVMS 7 answers it. */
export const stratosKit: Kit<StratosScene> = {
  contract: 'stratos',
  credential: 'login',
  places: ['/api/tracker/stratos', '/api/stratos'],
  greeting: { path: '/', answer: /"handler":\s*"Stratos"/ },
  checks: [...listChecks, ...bookingChecks, ...flightChecks],
  open: (target) => new StratosScene(target),
};
