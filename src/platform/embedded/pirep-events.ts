/**
 * Events of the PIREP service, named as in version 7 (app/Events). Listeners are notified after the commit;
 * plain data, so that it can be sent to another thread.
 */
export interface PirepEvent {
  readonly name: PirepEventName;
  readonly at: number;
  readonly pirep: PirepSnapshot;
}

export const pirepEventNames = [
  'PirepPrefiled',
  'PirepUpdated',
  'PirepStatusChange',
  'PirepFiled',
  'PirepAccepted',
  'PirepRejected',
  'PirepCancelled',
] as const;
export type PirepEventName = (typeof pirepEventNames)[number];

/** The PIREP at the time of the event. Units as in the crew center: nautical miles, minutes, pounds, feet per minute; times in milliseconds. */
export interface PirepSnapshot {
  readonly id: string;
  readonly pilotId: string;
  readonly airlineId: string;
  readonly aircraftId: string | null;
  readonly scheduleId: string | null;
  readonly flightNumber: string;
  readonly departure: string;
  readonly arrival: string;
  readonly alternate: string | null;
  readonly state: number;
  readonly status: string;
  readonly distanceNm: number | null;
  readonly flightTimeMin: number | null;
  readonly fuelUsedLb: number | null;
  readonly landingRateFpm: number | null;
  readonly score: number | null;
  readonly blockOffAt: number | null;
  readonly blockOnAt: number | null;
  readonly submittedAt: number | null;
}
