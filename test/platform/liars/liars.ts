import { aircraftChangeLiars } from './aircraft-change.ts';
import { bidLiars } from './bids.ts';
import { bookingLiars } from './booking.ts';
import { charterLiars } from './charters.ts';
import { decidingLiars } from './deciding.ts';
import { filingLiars } from './filing.ts';
import type { Liar } from './liar.ts';
import { listLiars } from './lists.ts';
import { logbookLiars } from './logbook.ts';
import { openingLiars } from './opening.ts';
import { outageLiars } from './outages.ts';
import { paperLiars } from './papers.ts';
import { pilotLiars } from './pilots.ts';
import { searchLiars } from './searching.ts';
import { underWayLiars } from './under-way.ts';

/** `suite.test.ts` holds the suite against each. */
export const liars: readonly Liar[] = [
  ...pilotLiars,
  ...bidLiars,
  ...openingLiars,
  ...underWayLiars,
  ...filingLiars,
  ...decidingLiars,
  ...outageLiars,
  ...searchLiars,
  ...bookingLiars,
  ...charterLiars,
  ...aircraftChangeLiars,
  ...logbookLiars,
  ...listLiars,
  ...paperLiars,
];
