import type { Position } from '../../../tracking/model.ts';
import { formatInstant } from '../../instant.ts';
import { statusOfPhase } from '../pireps/status-codes.ts';
import { encodeDistance, encodeMass } from '../units.ts';

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
