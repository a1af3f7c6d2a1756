/** Events of the bid service. Listeners are notified after the commit; plain data, so that it can be sent to another thread. */
export interface BidEvent {
  readonly name: BidEventName;
  readonly at: number;
  readonly bid: BidSnapshot;
}

/** `BidRemoved` is also sent for a bid that was flown. */
export const bidEventNames = ['BidAdded', 'BidChanged', 'BidRemoved'] as const;
export type BidEventName = (typeof bidEventNames)[number];

/** The bid at the time of the event, or its last state. */
export interface BidSnapshot {
  readonly id: string;
  readonly pilotId: string;
  readonly scheduleId: string;
  readonly aircraftId: string | null;
  /** Null when the schedule is gone. */
  readonly flightNumber: string | null;
  readonly departure: string | null;
  readonly arrival: string | null;
  /** The schedule is the pilot's own. */
  readonly isCharter: boolean;
}
