/**
 * What the PIREP service tells, in the words of version 7 (app/Events). Told after the commit that made it true;
 * plain data, so that it can go to another thread.
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

/** The PIREP as it stood when the event was told. Units as in the crew center: nautical miles, minutes, pounds, feet a minute; instants in milliseconds. */
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
