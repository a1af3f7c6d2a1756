import type { FlightEvent } from '../tracking/model.ts';

/** A flight event as it is stored: JSON, all members. */
export function eventText(event: FlightEvent): string {
  const { seq, kind, recordedAt, isDated, receivedAt, message, lat, lon, data } = event;
  return JSON.stringify({ seq, kind, recordedAt, isDated, receivedAt, message, lat, lon, data: data ?? null });
}

export function eventOf(text: string): FlightEvent {
  const event: unknown = JSON.parse(text);
  if (typeof event !== 'object' || event === null || !('kind' in event) || !('recordedAt' in event))
    throw new Error('corrupt event in the journal');
  return event as FlightEvent;
}
