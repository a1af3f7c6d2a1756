import assert from 'node:assert/strict';
import type { PilotDesk } from '../../../src/platform/desk.ts';
import type { Platform } from '../../../src/platform/port.ts';
import type { Charter, PirepFilter, ScheduleFilter } from '../../../src/tracking/desk-model.ts';

export const anySchedule: ScheduleFilter = {
  departure: null,
  arrival: null,
  aircraftId: null,
  airline: null,
  text: null,
  minDistanceNm: null,
  maxDistanceNm: null,
  minFlightTimeMin: null,
  maxFlightTimeMin: null,
};

export const anyPirep: PirepFilter = {
  departure: null,
  arrival: null,
  state: null,
  aircraftId: null,
  from: null,
  to: null,
};

export const allOnOnePage = { page: 1, perPage: 100 };

/** A charter of the seed's first pilot. */
export const charter: Charter = {
  airline: null,
  flightNumber: 'ALP77',
  departure: 'lszh',
  arrival: 'LEPA',
  route: 'VEBIT DCT LUMAS',
  aircraftId: '1',
  cruiseAltitudeFt: 36_000,
  kind: 'passenger',
  departureTime: '23:30',
  arrivalTime: '01:10',
};

/** The desk, which offers every call. */
export function openDesk({ desk }: Platform): PilotDesk {
  for (const call of Object.values(desk)) assert.equal(typeof call, 'function');
  return desk as PilotDesk;
}
