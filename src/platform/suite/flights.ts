import assert from 'node:assert/strict';
import type { FlightEvent, Pirep, Position, Report } from '../../tracking/model.ts';
import { completePosition } from '../../tracking/position/position.ts';
import { isRefusal, type RefusalCode } from '../../tracking/refusals.ts';
import type { HostFlight, LiveRow, Progress } from '../port.ts';
import type { PirepInHost, SuitePilot, SuiteWorld } from './world.ts';

let ids = 0;

/** A flight on the pilot's bid as the core would begin it, with ids of its own. */
export async function flightOn(world: SuiteWorld, pilot: SuitePilot, bidId = pilot.bidId): Promise<HostFlight> {
  const bid = (await world.platform.listBids(pilot.id)).find((each) => each.id === bidId);
  assert.ok(bid !== undefined, `bid ${bidId} of the fixtures is not listed`);
  const { plan } = bid;
  ids += 1;
  return {
    id: `suiteFlight${String(ids).padStart(5, '0')}`,
    pirepId: world.platform.capabilities.pirepAtStart ? `suitePirep${String(ids).padStart(6, '0')}` : null,
    pilotId: pilot.id,
    bidId,
    plan,
    aircraft: plan.aircraft ?? bid.aircraftChoices[0] ?? null,
    startedAt: Date.now(),
  };
}

/** The same, with its PIREP opened where the host has one from the start. */
export async function openedFlight(world: SuiteWorld, pilot: SuitePilot): Promise<HostFlight> {
  const flight = await flightOn(world, pilot);
  const { pirepId } = await world.platform.openPirep(flight);
  return { ...flight, pirepId };
}

const minute = 60_000;
const whole = (at: number) => Math.floor(at / 1000) * 1000;

/** A PIREP with every figure known. */
export function fullPirep(overrides: Partial<Pirep> = {}): Pirep {
  const blockOnAt = whole(Date.now());
  return {
    flightTimeMin: 612,
    distanceNm: 4812.5,
    fuelUsedLb: 90_210,
    blockFuelLb: 101_000,
    landingRateFpm: -187,
    blockOffAt: blockOnAt - 612 * minute,
    takeoffAt: blockOnAt - 600 * minute,
    landingAt: blockOnAt - 6 * minute,
    blockOnAt,
    route: 'DEGES Z69 KUDES',
    notes: 'Smooth flight.',
    log: [{ at: blockOnAt - 600 * minute, text: 'takeoff' }],
    fields: { Simulator: 'X-Plane 12' },
    score: 97,
    load: 240,
    diversion: null,
    basis: {},
    positionCount: 1250,
    ...overrides,
  };
}

/** A PIREP without any known figure. */
export function bareFigures(): Partial<Pirep> {
  return {
    flightTimeMin: null,
    distanceNm: null,
    fuelUsedLb: null,
    blockFuelLb: null,
    landingRateFpm: null,
    blockOffAt: null,
    takeoffAt: null,
    landingAt: null,
    blockOnAt: null,
    route: null,
    notes: null,
    log: [],
    fields: {},
    score: null,
    load: null,
  };
}

export function progress(overrides: Partial<Progress> = {}): Progress {
  return {
    phase: 'cruise',
    distanceNm: 120.5,
    fuelUsedLb: 3000,
    blockOffAt: whole(Date.now()) - 30 * minute,
    flightTimeMin: 30,
    lastReportAt: Date.now(),
    ...overrides,
  };
}

/** The `number`th report of a flight: a position one degree further east each time. */
export function positionReport(number: number): Report & { kind: 'position' } {
  const recordedAt = whole(Date.now()) - (1000 - number) * 1000;
  const position: Position = completePosition({
    seq: number,
    recordedAt,
    isDated: true,
    receivedAt: recordedAt,
    lat: 47.45,
    lon: 8.5 + number,
    headingDeg: 270,
    altitudeMslFt: 36_000,
    altitudeAglFt: 34_000,
    groundSpeedKt: 470,
    indicatedAirspeedKt: 280,
    verticalSpeedFpm: -32,
    fuelLb: 80_000,
    phase: 'cruise',
    distanceNm: 100 + number,
    transponder: '2000',
    autopilot: 'on',
    onGround: false,
  });
  return { number, kind: 'position', position };
}

export function eventReport(number: number, message: string): Report {
  const recordedAt = whole(Date.now()) - (1000 - number) * 1000;
  const common = { seq: number, recordedAt, isDated: true, receivedAt: recordedAt, lat: null, lon: null, data: null };
  const event: FlightEvent = { ...common, kind: 'note', message };
  return { number, kind: 'event', event };
}

export function liveRow(flight: HostFlight, number: number): LiveRow {
  const { position } = positionReport(number);
  const pilot = { id: flight.pilotId, ident: 'SUITE1', name: 'Suite Pilot' };
  const { arrival } = flight.plan;
  return { flight, pilot, number, position, arrival, phase: 'cruise', distanceToGoNm: 100, minutesToGo: 15 };
}

/** The pilot's only PIREP. */
export async function onlyPirep(world: SuiteWorld, pilotId: string): Promise<PirepInHost> {
  const pireps = await world.host.listPireps(pilotId);
  const [only] = pireps;
  assert.ok(only !== undefined && pireps.length === 1, `the host has ${pireps.length} PIREPs of the pilot, expected 1`);
  return only;
}

/** Passes when the call is refused, with one of these codes. */
export async function refused(call: Promise<unknown>, ...codes: readonly RefusalCode[]): Promise<void> {
  await assert.rejects(call, (error) => {
    if (isRefusal(error) && codes.includes(error.code)) return true;
    throw new Error(`expected Refusal ${codes.join(' or ')}, got ${String(error)}`, { cause: error });
  });
}
