import type { Static } from 'typebox';
import type { airlineSchema } from '../contracts/native/airlines.ts';
import type { listedSchema } from '../contracts/native/airports.ts';
import type { bookSchema } from '../contracts/native/bids.ts';
import type { charterSchema } from '../contracts/native/charters.ts';
import type { fleetSchema } from '../contracts/native/fleet.ts';
import type { newsSchema } from '../contracts/native/news.ts';
import type { detailSchema } from '../contracts/native/pirep.ts';
import type { pirepSchema } from '../contracts/native/pirep-wire.ts';
import type { pirepQuery } from '../contracts/native/pireps.ts';
import type { profileSchema } from '../contracts/native/profile.ts';
import type { scheduleQuery, scheduleSchema } from '../contracts/native/schedules.ts';
import type { statisticsSchema } from '../contracts/native/statistics.ts';

/** What pilots look up and book, as the schemas of the native contract describe it: fields, units and ranges. */

/** Every member narrows the search; a page has 20 entries by default, and at most 100. */
export type ScheduleQuery = Static<typeof scheduleQuery>;
export type Schedule = Static<typeof scheduleSchema>;
export type BookRequest = Static<typeof bookSchema>;
export type CharterRequest = Static<typeof charterSchema>;
export type PirepQuery = Static<typeof pirepQuery>;
export type Pirep = Static<typeof pirepSchema>;
export type PirepDetail = Static<typeof detailSchema>;
export type Statistics = Static<typeof statisticsSchema>;
export type Profile = Static<typeof profileSchema>;
export type ListedAirport = Static<typeof listedSchema>;
export type FleetAircraft = Static<typeof fleetSchema>;
export type Airline = Static<typeof airlineSchema>;
export type NewsItem = Static<typeof newsSchema>;

/** One page of a longer list. */
export interface Page<T> {
  readonly items: readonly T[];
  /** Counted from 1. */
  readonly page: number;
  readonly perPage: number;
  /** Entries of all pages. */
  readonly total: number;
}
