import type { Charter, PirepFilter, ScheduleFilter } from '../../../src/tracking/desk-model.ts';

/** Filters that narrow nothing. */
export const everything: ScheduleFilter = {
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
export const everyPirep: PirepFilter = {
  departure: null,
  arrival: null,
  state: null,
  aircraftId: null,
  from: null,
  to: null,
};

/** One that every pilot of the seed may book. */
export const charter: Charter & { readonly aircraftId: string } = {
  airline: 'TVA',
  flightNumber: '9001',
  departure: 'KPVD',
  arrival: 'KBOS',
  route: 'DCT',
  aircraftId: '2',
  cruiseAltitudeFt: 21_000,
  kind: 'passenger',
  departureTime: '23:30',
  // No binary fraction holds 1.05, which is what its column keeps of 1:05.
  arrivalTime: '00:35',
};
