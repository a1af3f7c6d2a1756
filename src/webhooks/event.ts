import type { EventType } from './events.ts';

/** An event as it is stored once, for all endpoints. */
export interface NewEvent {
  /** `msg_` and 32 hex digits: the same for every endpoint and every attempt, so that receivers recognise a repeat. */
  readonly id: string;
  readonly type: EventType;
  /** When it happened. */
  readonly at: number;
  /** Events of one lane are delivered in order: the flight's id, or another name for those without a flight. */
  readonly lane: string;
  /** The journal's id of the flight; null for events without one. */
  readonly flightId: string | null;
  /** The crew center's id of the pilot; null for events without one. */
  readonly pilotId: string | null;
  /** The JSON document that is sent. */
  readonly payload: string;
}

/** The lane of everything that concerns the crew center as a whole. */
export const crewCenterLane = 'crew-center';
