import { formatInstant } from '../contracts/instant.ts';
import { digest } from '../lib/tokens.ts';
import type { StoredChange } from '../tracking/flight/changes.ts';
import type { Flight } from '../tracking/model.ts';
import { crewCenterLane, type NewEvent } from './event.ts';
import { type CrewCenterEventType, type EventType, eventRow, type ReviewEventType, typesOfChange } from './events.ts';
import { encodeFlightPayload } from './flight-payload.ts';

/** Version of the payloads: a member that changes its meaning or goes makes a new one, a further member does not. */
export const payloadVersion = 1;

/** Returns the events that a change of a flight is for integrators: none, one, or two. */
export function eventsOf({ number, at, kind, flight }: StoredChange): readonly NewEvent[] {
  return typesOfChange(kind, flight).map((type) => ({
    // Derived from the change, so that one that is read again after a crash is recognised. The flight's id is random: after a backup
    // was restored, a number stands for another change.
    id: `msg_${digest(`${type} ${number} ${at} ${flight.id}`).slice(0, 32)}`,
    type,
    at,
    lane: flight.id,
    flightId: flight.id,
    pilotId: flight.pilot.id,
    payload: payloadOf(type, at, {
      flight: encodeFlightPayload(flight),
      ...eventRow(type)?.more?.(flight),
    }),
  }));
}

/** The crew center's staff reviewed the PIREP. One for each flight and result, however often it is found out. */
export function reviewEvent(flight: Flight, state: 'accepted' | 'rejected', at: number): NewEvent {
  const type: ReviewEventType = `pirep.${state}`;
  return {
    id: `msg_${digest(`${type} ${flight.id} ${flight.receipt?.filedAt}`).slice(0, 32)}`,
    type,
    at,
    lane: flight.id,
    flightId: flight.id,
    pilotId: flight.pilot.id,
    payload: payloadOf(type, at, { flight: encodeFlightPayload(flight) }),
  };
}

/** An event of the crew center as a whole. @param id - random */
export function crewCenterEvent(id: string, type: CrewCenterEventType | 'test', at: number, data: object): NewEvent {
  const none = { flightId: null, pilotId: null };
  return {
    id: `msg_${digest(id).slice(0, 32)}`,
    type,
    at,
    lane: crewCenterLane,
    ...none,
    payload: payloadOf(type, at, data),
  };
}

/** What an operator sends to see whether an endpoint receives. @param id - random */
export function testEvent(id: string, at: number, endpoint: string): NewEvent {
  return { ...crewCenterEvent(id, 'test', at, { endpoint }), lane: `test-${id}` };
}

function payloadOf(type: EventType, at: number, data: object): string {
  return JSON.stringify({ type, timestamp: formatInstant(at), version: payloadVersion, data });
}
