import { Type } from 'typebox';
import type { Position } from '../../../tracking/model.ts';
import { nullable } from '../../fields.ts';
import { formatInstant } from '../../instant.ts';
import { encodeState, stateSchemas } from '../../state-wire.ts';
import { statusOfPhase } from '../pireps/status-codes.ts';
import { rowTimes } from '../rows/times.ts';
import { distanceSchema, encodeDistance, encodeMass, massSchema } from '../units.ts';

const pointFields = {
  id: Type.String({ description: 'Id of the row' }),
  pirep_id: Type.String({ description: 'Id of the PIREP' }),
  type: Type.Integer({ description: '0: a point, 1: a fix of the route, 2: a line of the log' }),
  nav_type: nullable<number>('integer', { description: 'Kind of a fix' }),
  order: Type.Integer({ description: 'Place in the route' }),
  name: nullable<string>('string', { description: 'Name of a fix' }),
  log: nullable<string>('string', { description: 'Text of a line' }),
  source: nullable<string>('string', { description: 'Who wrote it' }),
  status: Type.String({ description: 'Code of the phase: `TXI`' }),
  lat: Type.Number({ description: 'Latitude, degrees' }),
  lon: Type.Number({ description: 'Longitude, degrees' }),
  distance: distanceSchema,
  heading: nullable<number>('number', { description: 'Heading, degrees' }),
  altitude: Type.Number({ description: 'Altitude above mean sea level, feet; 0 when unknown' }),
  altitude_agl: Type.Number({ description: 'Height above the ground, feet; 0 when unknown' }),
  altitude_msl: Type.Number({ description: 'Altitude above mean sea level, feet; 0 when unknown' }),
  vs: Type.Number({ description: 'Vertical speed, feet per minute; 0 when unknown' }),
  gs: nullable<number>('number', { description: 'Ground speed, knots' }),
  ias: nullable<number>('number', { description: 'Indicated airspeed, knots' }),
  transponder: nullable<string>('string', { description: 'Transponder code' }),
  autopilot: nullable<string>('string', { description: 'Autopilot' }),
  fuel: massSchema,
  fuel_flow: nullable<number>('number', { description: 'Fuel flow, pounds per hour' }),
  sim_time: nullable<string>('string', { description: "The simulator's clock" }),
  ...stateSchemas,
  ...rowTimes,
};

export const positionRowSchema = Type.Object(pointFields, { title: 'PositionRow' });

export const plainPositionSchema = Type.Object(
  {
    ...pointFields,
    distance: nullable<number>('number', { description: 'Distance, nautical miles' }),
    fuel: nullable<number>('number', { description: 'Fuel on board, pounds' }),
    autopilot: nullable<boolean>('boolean', { description: 'Whether the autopilot is on' }),
  },
  { title: 'PlainPosition' },
);

/** A row of phpVMS's table `acars`, as its resource answers it. @param name - what tells it from the others of the PIREP */
export function encodePosition(pirepId: string, position: Position, name: number = position.recordedAt) {
  const { altitudeMslFt: msl, altitudeAglFt: agl, recordedAt, receivedAt } = position;
  return {
    id: `${pirepId}-${name}`,
    pirep_id: pirepId,
    type: 0,
    nav_type: null,
    order: 0,
    name: null,
    log: null,
    source: null,
    status: statusOfPhase(position.phase),
    lat: position.lat,
    lon: position.lon,
    distance: encodeDistance(position.distanceNm),
    heading: position.headingDeg,
    altitude: msl ?? agl ?? 0,
    altitude_agl: agl ?? 0,
    altitude_msl: msl ?? 0,
    vs: position.verticalSpeedFpm ?? 0,
    gs: position.groundSpeedKt,
    ias: position.indicatedAirspeedKt,
    transponder: position.transponder,
    autopilot: position.autopilot,
    fuel: encodeMass(position.fuelLb),
    fuel_flow: position.fuelFlowLbPerHour,
    sim_time: position.simTime,
    ...encodeState(position),
    created_at: formatInstant(recordedAt),
    updated_at: formatInstant(receivedAt),
  };
}

/**
 * The same where phpVMS has no route: the program that asks there decodes plain numbers and truths
 * (vmsOpenAcars, Models/AcarsPosition.cs).
 */
export function encodePlainPosition(pirepId: string, position: Position, name: number) {
  const { autopilot, distanceNm: distance, fuelLb: fuel } = position;
  const row = encodePosition(pirepId, position, name);
  return { ...row, distance, fuel, autopilot: autopilot === 'on' ? true : autopilot === 'off' ? false : null };
}
