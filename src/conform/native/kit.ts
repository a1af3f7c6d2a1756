import type { Kit } from '../kit.ts';
import { bookingChecks } from './bookings.ts';
import { detailChecks } from './details.ts';
import { filingChecks } from './filing.ts';
import { flightChecks } from './flights.ts';
import { NativeScene } from './scene.ts';
import { sessionChecks } from './sessions.ts';

/** The native contract. */
export const nativeKit: Kit<NativeScene> = {
  contract: 'native',
  credential: 'login',
  places: ['/api/tracker'],
  greeting: { path: '/status', answer: /"mode":\s*"native_module"/ },
  checks: [...sessionChecks, ...bookingChecks, ...flightChecks, ...filingChecks, ...detailChecks],
  open: (target) => new NativeScene(target),
};
