import { bookingBugs } from './booking.ts';
import type { Bug } from './bug.ts';
import { deliveringBugs } from './delivering.ts';
import { judgingBugs } from './judging.ts';
import { owningBugs } from './owning.ts';
import { paperworkBugs } from './paperwork.ts';
import { readingBugs } from './reading.ts';
import { storingBugs } from './storing.ts';
import { tellingBugs } from './telling.ts';

/** Every mistake that the simulation must find. */
export const bugs: readonly Bug[] = [
  ...storingBugs,
  ...paperworkBugs,
  ...deliveringBugs,
  ...owningBugs,
  ...readingBugs,
  ...tellingBugs,
  ...judgingBugs,
  ...bookingBugs,
];
