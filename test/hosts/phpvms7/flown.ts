import assert from 'node:assert/strict';
import { newId } from '../../../src/lib/tokens.ts';
import type { HostFlight, LiveRow, Platform } from '../../../src/platform/port.ts';
import type { Pirep, Position, Report } from '../../../src/tracking/model.ts';
import { completePosition } from '../../../src/tracking/position/position.ts';
import { isRefusal, type RefusalCode } from '../../../src/tracking/refusals.ts';

/** A flight on this bid, as the core begins it. */
export async function flightOf(platform: Platform, pilotId: string, bidId: string): Promise<HostFlight> {
  const bid = (await platform.listBids(pilotId)).find((each) => each.id === bidId);
  assert.ok(bid !== undefined);
  const aircraft = bid.plan.aircraft ?? bid.aircraftChoices[0] ?? null;
  return { id: newId(), pirepId: newId(), pilotId, bidId, plan: bid.plan, aircraft, startedAt: Date.now() };
}

export function position(number: number, more: Partial<Position> = {}): Report & { kind: 'position' } {
  const recordedAt = Date.now() - 600_000 + number * 1_000;
  return {
    number,
    kind: 'position',
    position: completePosition({
      seq: number,
      recordedAt,
      isDated: true,
      receivedAt: recordedAt,
      lat: 47 + number / 100,
      lon: 8,
      headingDeg: 270,
      altitudeMslFt: 12_000,
      groundSpeedKt: 300,
      indicatedAirspeedKt: 280,
      verticalSpeedFpm: -32.5,
      fuelLb: 8_000,
      phase: 'cruise',
      distanceNm: 10,
      onGround: false,
      ...more,
    }),
  };
}

export function event(number: number, message: string, recordedAt = Date.now() - 1_000): Report {
  const common = { seq: null, recordedAt, isDated: true, receivedAt: recordedAt, lat: null, lon: null, data: null };
  return { number, kind: 'event', event: { kind: 'note', message, ...common } };
}

export function live(flight: HostFlight, number: number): LiveRow {
  const pilot = { id: flight.pilotId, ident: 'ALP1', name: 'Ada' };
  const row = { flight, pilot, number, position: position(number).position, arrival: flight.plan.arrival };
  return { ...row, phase: 'cruise', distanceToGoNm: null, minutesToGo: null };
}

export const progress = {
  phase: 'cruise',
  distanceNm: 120,
  fuelUsedLb: 3_000,
  blockOffAt: Date.now() - 1_800_000,
  flightTimeMin: 30,
  lastReportAt: Date.now(),
};

export function pirep(more: Partial<Pirep> = {}): Pirep {
  const blockOnAt = Math.floor(Date.now() / 1_000) * 1_000;
  return {
    flightTimeMin: 95,
    distanceNm: 431.5,
    fuelUsedLb: 9_000,
    blockFuelLb: 14_000,
    landingRateFpm: -187,
    blockOffAt: blockOnAt - 95 * 60_000,
    takeoffAt: null,
    landingAt: null,
    blockOnAt,
    route: null,
    notes: null,
    log: [],
    fields: {},
    score: null,
    load: null,
    diversion: null,
    basis: {},
    positionCount: 3,
    ...more,
  };
}

/** The refusal of a call that is refused with this code; nothing that it says holds a key. */
export async function refusal(call: Promise<unknown>, code: RefusalCode) {
  const error = await call.then(
    (answer) => assert.fail(`answered ${JSON.stringify(answer)}`),
    (thrown: unknown) => thrown,
  );
  assert.ok(isRefusal(error, code), `expected ${code}, got ${String(error)}`);
  assert.doesNotMatch(JSON.stringify(error.detail), /apikey|leavekey/i);
  return error.detail;
}
