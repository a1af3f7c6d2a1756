import { Type } from 'typebox';
import type { SessionRoute } from '../../contract.ts';
import { reading } from '../../params.ts';

/** Names and letters of phpVMS 7.0.10's app/Models/Enums/FlightType.php, as its `toArray` returns them. */
const flightTypes = {
  SCHED_PAX: 'J',
  SCHED_CARGO: 'F',
  CHARTER_PAX_ONLY: 'C',
  ADDITIONAL_CARGO: 'A',
  VIP: 'E',
  ADDTL_PAX: 'G',
  CHARTER_CARGO_MAIL: 'H',
  AMBULANCE: 'I',
  TRAINING: 'K',
  MAIL_SERVICE: 'M',
  CHARTER_SPECIAL: 'O',
  POSITIONING: 'P',
  TECHNICAL_TEST: 'T',
  MILITARY: 'W',
  TECHNICAL_STOP: 'X',
  SHUTTLE: 'S',
  ADDTL_SHUTTLE: 'B',
  CARGO_IN_CABIN: 'Q',
  ADDTL_CARGO_IN_CABIN: 'R',
  CHARTER_CARGO_IN_CABIN: 'L',
  GENERAL_AVIATION: 'D',
  AIR_TAXI: 'N',
  COMPANY_SPECIFIC: 'Y',
  OTHER: 'Z',
};

export const listFlightTypes: SessionRoute = {
  ...reading,
  method: 'GET',
  path: '/data/flight_types',
  summary: 'The kinds of flights',
  description: 'The letters that phpVMS 7 keeps of a flight, by the names of its enumeration.',
  body: null,
  query: null,
  answers: { 200: Type.Record(Type.String(), Type.String(), { description: 'Letter of each kind, by its name' }) },
  handle: () => ({ status: 200, body: flightTypes }),
};
