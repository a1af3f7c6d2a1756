import { access } from './requests/access.ts';
import { bidding } from './requests/bidding.ts';
import { flying } from './requests/flying.ts';
import { paperwork } from './requests/paperwork.ts';
import { reading } from './requests/reading.ts';
import type { Step } from './step.ts';

/** The round: every route of the core API, asked rightly and wrongly, with a whole flight in it. */
export const requests: readonly Step[] = [...access, ...reading, ...bidding, ...flying, ...paperwork];
