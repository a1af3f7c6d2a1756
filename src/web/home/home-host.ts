import type { Plan } from '../../tracking/model.ts';

/** What the first page says of an airline that has no other site. */
export interface HomeFacts {
  /** Active pilots, accepted flights, and the minutes of those. */
  readonly pilots: number;
  readonly flights: number;
  readonly flightTimeMin: number;
  /** Plain text; the newest first. */
  readonly news: readonly { readonly title: string; readonly body: string; readonly postedAt: number | null }[];
}

/** What a crew center that keeps the airline itself says to everybody. */
export interface HomeHost {
  /** Whether the airline wants the page. */
  isShown(): boolean;
  readFacts(): HomeFacts;
  /** Schedules that pilots booked in the last days, the newest bookings first; no charters, and nobody is named. */
  listBooked(max: number): readonly Plan[];
}
