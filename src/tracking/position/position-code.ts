// Made by `npm run generate` from position.ts; not to be changed by hand.
import type { Position, WirePosition, WirePositionAnswer } from './position.ts';
import { simTimeCode } from './sim-time.ts';

/** How a contract reads what the table leaves to it. */
export interface WireWords {
  instant(text: string | null | undefined): number | null;
  phase(text: string): string;
  /** A text as it is stored; null when it is blank. */
  text(value: string | number | null | undefined): string | null;
}

export function decodePosition(wire: WirePosition, now: number, words: WireWords): Position {
  const recordedAt = words.instant(wire.recorded_at);
  return {
    isDated: recordedAt !== null,
    receivedAt: now,
    seq: wire.seq ?? null,
    recordedAt: recordedAt ?? now,
    lat: wire.lat,
    lon: wire.lon,
    headingDeg: wire.heading === 360 ? 0 : (wire.heading ?? null),
    altitudeMslFt: wire.altitude_msl ?? null,
    altitudeAglFt: wire.altitude_agl ?? null,
    groundSpeedKt: wire.gs ?? null,
    indicatedAirspeedKt: wire.ias ?? null,
    verticalSpeedFpm: wire.vs ?? null,
    fuelLb: wire.fuel ?? null,
    fuelFlowLbPerHour: wire.fuel_flow ?? null,
    distanceNm: wire.distance ?? null,
    phase: wire.phase === undefined || wire.phase === null || wire.phase === '' ? null : words.phase(wire.phase),
    transponder: words.text(wire.transponder),
    autopilot: wire.autopilot === true ? 'on' : wire.autopilot === false ? 'off' : words.text(wire.autopilot),
    onGround: wire.on_ground ?? null,
    simTime: words.text(wire.sim_time),
    outsideTemperatureC: wire.oat ?? null,
    windDirectionDeg: wire.wind_dir === 360 ? 0 : (wire.wind_dir ?? null),
    windSpeedKt: wire.wind_speed ?? null,
    gForce: wire.g_force ?? null,
    pitchDeg: wire.pitch ?? null,
    bankDeg: wire.bank ?? null,
    simRate: wire.sim_rate ?? null,
    isPaused: wire.paused ?? null,
    isSlewing: wire.slew ?? null,
    isGearUp: wire.gear_up ?? null,
    flaps: wire.flaps ?? null,
    headingMagneticDeg: wire.heading_mag === 360 ? 0 : (wire.heading_mag ?? null),
    throttlePct: wire.throttle_pct ?? null,
    n1Pct: wire.eng_n1_avg_pct ?? null,
    spoilersPct: wire.spoilers_pct ?? null,
    areNavLightsOn: wire.nav_lights ?? null,
    isBeaconOn: wire.beacon_lights ?? null,
    areStrobeLightsOn: wire.strobe_lights ?? null,
    areLandingLightsOn: wire.landing_lights ?? null,
    areTaxiLightsOn: wire.taxi_lights ?? null,
    areLogoLightsOn: wire.logo_lights ?? null,
    areWingLightsOn: wire.wing_lights ?? null,
    isStallWarning: wire.stall_warning ?? null,
    isOverspeedWarning: wire.overspeed_warning ?? null,
  };
}

export function encodePosition(position: Position, instant: (at: number) => string): WirePositionAnswer {
  return {
    seq: position.seq,
    recorded_at: instant(position.recordedAt),
    lat: position.lat,
    lon: position.lon,
    heading: position.headingDeg,
    altitude_msl: position.altitudeMslFt,
    altitude_agl: position.altitudeAglFt,
    gs: position.groundSpeedKt,
    ias: position.indicatedAirspeedKt,
    vs: position.verticalSpeedFpm,
    fuel: position.fuelLb,
    fuel_flow: position.fuelFlowLbPerHour,
    distance: position.distanceNm,
    phase: position.phase,
    transponder: position.transponder,
    autopilot: position.autopilot,
    on_ground: position.onGround,
    sim_time: position.simTime,
    oat: position.outsideTemperatureC,
    wind_dir: position.windDirectionDeg,
    wind_speed: position.windSpeedKt,
    g_force: position.gForce,
    pitch: position.pitchDeg,
    bank: position.bankDeg,
    sim_rate: position.simRate,
    paused: position.isPaused,
    slew: position.isSlewing,
    gear_up: position.isGearUp,
    flaps: position.flaps,
    heading_mag: position.headingMagneticDeg,
    throttle_pct: position.throttlePct,
    eng_n1_avg_pct: position.n1Pct,
    spoilers_pct: position.spoilersPct,
    nav_lights: position.areNavLightsOn,
    beacon_lights: position.isBeaconOn,
    strobe_lights: position.areStrobeLightsOn,
    landing_lights: position.areLandingLightsOn,
    taxi_lights: position.areTaxiLightsOn,
    logo_lights: position.areLogoLightsOn,
    wing_lights: position.areWingLightsOn,
    stall_warning: position.isStallWarning,
    overspeed_warning: position.isOverspeedWarning,
  };
}

/**
 * Puts a position into `row` from `offset` on, column by column, not yet rounded; NaN for null. `numberOf` returns what
 * stands for a text: its number where it is to be stored once and can be, else a number below 0.
 */
export function writeColumns(
  row: Float64Array,
  offset: number,
  position: Position,
  numberOf: (text: string, isCode: boolean) => number,
): void {
  row[offset] = position.seq ?? Number.NaN;
  row[offset + 1] = position.recordedAt;
  row[offset + 2] = position.receivedAt - position.recordedAt;
  row[offset + 3] = (position.isDated ? 1 : 0) | (position.onGround === null ? 0 : position.onGround ? 6 : 2);
  row[offset + 4] = position.lat;
  row[offset + 5] = position.lon;
  row[offset + 6] = position.headingDeg ?? Number.NaN;
  row[offset + 7] = position.altitudeMslFt ?? Number.NaN;
  row[offset + 8] = position.altitudeAglFt ?? Number.NaN;
  row[offset + 9] = position.groundSpeedKt ?? Number.NaN;
  row[offset + 10] = position.indicatedAirspeedKt ?? Number.NaN;
  row[offset + 11] = position.verticalSpeedFpm ?? Number.NaN;
  row[offset + 12] = position.fuelLb ?? Number.NaN;
  row[offset + 13] = position.fuelFlowLbPerHour ?? Number.NaN;
  row[offset + 14] = position.distanceNm ?? Number.NaN;
  row[offset + 15] = position.phase === null ? Number.NaN : numberOf(position.phase, true);
  row[offset + 16] = position.transponder === null ? Number.NaN : numberOf(position.transponder, true);
  row[offset + 17] = position.autopilot === null ? Number.NaN : numberOf(position.autopilot, true);
  row[offset + 18] =
    position.simTime === null ? Number.NaN : (simTimeCode(position.simTime) ?? numberOf(position.simTime, false));
  writeLaterColumns(row, offset, position);
}

/** The same for the columns of later formats, of which none is a text. */
function writeLaterColumns(row: Float64Array, offset: number, position: Position): void {
  row[offset + 19] = position.outsideTemperatureC ?? Number.NaN;
  row[offset + 20] = position.windDirectionDeg ?? Number.NaN;
  row[offset + 21] = position.windSpeedKt ?? Number.NaN;
  row[offset + 22] = position.gForce ?? Number.NaN;
  row[offset + 23] = position.pitchDeg ?? Number.NaN;
  row[offset + 24] = position.bankDeg ?? Number.NaN;
  row[offset + 25] = position.simRate ?? Number.NaN;
  row[offset + 26] = position.isPaused === null ? Number.NaN : position.isPaused ? 1 : 0;
  row[offset + 27] = position.isSlewing === null ? Number.NaN : position.isSlewing ? 1 : 0;
  row[offset + 28] = position.isGearUp === null ? Number.NaN : position.isGearUp ? 1 : 0;
  row[offset + 29] = position.flaps ?? Number.NaN;
  row[offset + 30] = position.headingMagneticDeg ?? Number.NaN;
  row[offset + 31] = position.throttlePct ?? Number.NaN;
  row[offset + 32] = position.n1Pct ?? Number.NaN;
  row[offset + 33] = position.spoilersPct ?? Number.NaN;
  row[offset + 34] = position.areNavLightsOn === null ? Number.NaN : position.areNavLightsOn ? 1 : 0;
  row[offset + 35] = position.isBeaconOn === null ? Number.NaN : position.isBeaconOn ? 1 : 0;
  row[offset + 36] = position.areStrobeLightsOn === null ? Number.NaN : position.areStrobeLightsOn ? 1 : 0;
  row[offset + 37] = position.areLandingLightsOn === null ? Number.NaN : position.areLandingLightsOn ? 1 : 0;
  row[offset + 38] = position.areTaxiLightsOn === null ? Number.NaN : position.areTaxiLightsOn ? 1 : 0;
  row[offset + 39] = position.areLogoLightsOn === null ? Number.NaN : position.areLogoLightsOn ? 1 : 0;
  row[offset + 40] = position.areWingLightsOn === null ? Number.NaN : position.areWingLightsOn ? 1 : 0;
  row[offset + 41] = position.isStallWarning === null ? Number.NaN : position.isStallWarning ? 1 : 0;
  row[offset + 42] = position.isOverspeedWarning === null ? Number.NaN : position.isOverspeedWarning ? 1 : 0;
}

/** The position that these columns are; figures in their own unit, NaN for null. `texts` is indexed like `row`. */
export function readColumns(row: ArrayLike<number>, texts: ArrayLike<string | null>): Position {
  const recordedAt = row[1] ?? 0;
  const flags = row[3] ?? 0;
  return {
    isDated: (flags & 1) !== 0,
    receivedAt: recordedAt + (row[2] ?? 0),
    seq: figure(row[0]),
    recordedAt: recordedAt,
    lat: row[4] ?? 0,
    lon: row[5] ?? 0,
    headingDeg: figure(row[6]),
    altitudeMslFt: figure(row[7]),
    altitudeAglFt: figure(row[8]),
    groundSpeedKt: figure(row[9]),
    indicatedAirspeedKt: figure(row[10]),
    verticalSpeedFpm: figure(row[11]),
    fuelLb: figure(row[12]),
    fuelFlowLbPerHour: figure(row[13]),
    distanceNm: figure(row[14]),
    phase: texts[15] ?? null,
    transponder: texts[16] ?? null,
    autopilot: texts[17] ?? null,
    onGround: (flags & 2) === 0 ? null : (flags & 4) !== 0,
    simTime: texts[18] ?? null,
    outsideTemperatureC: figure(row[19]),
    windDirectionDeg: figure(row[20]),
    windSpeedKt: figure(row[21]),
    gForce: figure(row[22]),
    pitchDeg: figure(row[23]),
    bankDeg: figure(row[24]),
    simRate: figure(row[25]),
    isPaused: truth(row[26]),
    isSlewing: truth(row[27]),
    isGearUp: truth(row[28]),
    flaps: figure(row[29]),
    headingMagneticDeg: figure(row[30]),
    throttlePct: figure(row[31]),
    n1Pct: figure(row[32]),
    spoilersPct: figure(row[33]),
    areNavLightsOn: truth(row[34]),
    isBeaconOn: truth(row[35]),
    areStrobeLightsOn: truth(row[36]),
    areLandingLightsOn: truth(row[37]),
    areTaxiLightsOn: truth(row[38]),
    areLogoLightsOn: truth(row[39]),
    areWingLightsOn: truth(row[40]),
    isStallWarning: truth(row[41]),
    isOverspeedWarning: truth(row[42]),
  };
}

/** Puts the texts of a position where their columns are. */
export function writeTexts(texts: (string | null)[], position: Position): void {
  texts[15] = position.phase;
  texts[16] = position.transponder;
  texts[17] = position.autopilot;
  texts[18] = position.simTime;
}

function figure(value: number | undefined): number | null {
  return value === undefined || Number.isNaN(value) ? null : value;
}

function truth(value: number | undefined): boolean | null {
  return value === undefined || Number.isNaN(value) ? null : value !== 0;
}
