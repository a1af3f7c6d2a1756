import { distanceNm } from '../../../lib/geo.ts';
import type { Position } from '../../model.ts';
import type { Detector, FlownFlight } from './detector.ts';
import { flies, unjudged } from './under-way.ts';

/** The cruise is from the first to the last report above this share of its maximum altitude. */
const cruiseShare = 0.9;
/** A shorter cruise shows no mean flow, hours of the aircraft. */
const minCruiseH = 0.1;
/** A step this much longer than its ground speed explains was flown under time acceleration that nobody reports. */
const acceleratedFactor = 1.5;

/**
 * Fuel on board when it landed, in minutes at the mean flow of the cruise: ICAO Annex 6 part I, 4.3.6.3 (final reserve of aeroplanes with
 * turbine engines: 30 minutes; with reciprocating ones 45); EU CAT.OP.MPA.181. The cruise flow is more than that of the holding in
 * which the reserve is counted, so this asks for a little more. The mean is fuel used over time flown, which
 * a pause does not lengthen and time acceleration does not shorten.
 */
export const fuelAtLanding: Detector<'minMin'> = {
  name: 'fuel-at-landing',
  title: 'Fuel at landing',
  description:
    'Less fuel on board at the landing than the final reserve, at the mean flow of the cruise (ICAO Annex 6 part I, 4.3.6.3; EU CAT.OP.MPA.181).',
  unit: 'min',
  limits: { minMin: { unit: 'min', default: 30, minimum: 1, maximum: 240, title: 'Minimum time that the fuel lasts' } },
  judge(flight, { minMin }) {
    const { positions, pirep } = flight;
    const { landingAt } = pirep;
    if (landingAt === null) return unjudged('no-landing');
    if (positions.every(({ fuelLb }) => fuelLb === null || fuelLb === 0)) return unjudged('no-fuel');
    const landing = fueledNear(positions, landingAt);
    if (landing === null) return unjudged('no-fuel-at-landing');
    const flowLbPerHour = cruiseFlow(flight);
    if (flowLbPerHour === null) return unjudged('no-cruise');
    const minutes = ((landing.fuelLb ?? 0) / flowLbPerHour) * 60;
    if (minutes >= minMin) return { marks: [], notJudged: [] };
    const { lat, lon, fuelLb } = landing;
    const value = Math.round(minutes * 10) / 10;
    const data = { fuelLb: String(Math.round(fuelLb ?? 0)), flowLbPerHour: String(Math.round(flowLbPerHour)) };
    return { marks: [{ from: landingAt, to: landingAt, lat, lon, value, limit: minMin, data }], notJudged: [] };
  },
};

/** How far from the landing its fuel may have been reported, milliseconds. */
const nearMs = 300_000;

/** Returns the first report with its fuel from the landing on, else the last one before it. */
function fueledNear(positions: readonly Position[], at: number): Position | null {
  const isNear = ({ fuelLb, recordedAt }: Position) => fuelLb !== null && Math.abs(recordedAt - at) <= nearMs;
  return (
    positions.find((each) => each.recordedAt >= at && isNear(each)) ??
    positions.findLast((each) => each.recordedAt < at && isNear(each)) ??
    null
  );
}

/** Returns the mean flow of the cruise, pounds per hour; null when there is no cruise, or its fuel is unknown. */
function cruiseFlow(flight: FlownFlight): number | null {
  const isFlying = flies(flight);
  const readings = flight.positions.filter(({ fuelLb }) => fuelLb !== null);
  const highFt = readings.reduce((max, { altitudeMslFt }) => Math.max(max, altitudeMslFt ?? 0), 0) * cruiseShare;
  const isHigh = (position: Position) => (position.altitudeMslFt ?? 0) > highFt && isFlying(position) === true;
  const [first, last] = [readings.findIndex(isHigh), readings.findLastIndex(isHigh)];
  let [usedLb, hours] = [0, 0];
  for (let index = first; index >= 0 && index < last; index++) {
    const [here, next] = [readings[index] as Position, readings[index + 1] as Position];
    usedLb += Math.max(0, (here.fuelLb ?? 0) - (next.fuelLb ?? 0));
    hours += hoursFlown(here, next);
  }
  return hours < minCruiseH || usedLb <= 0 ? null : usedLb / hours;
}

/** Returns the hours between two reports as the aircraft lived them. */
function hoursFlown(from: Position, to: Position): number {
  if (from.isPaused === true) return 0;
  const hours = (to.recordedAt - from.recordedAt) / 3_600_000;
  if (from.simRate !== null) return hours * from.simRate;
  const speedKt = ((from.groundSpeedKt ?? 0) + (to.groundSpeedKt ?? 0)) / 2;
  const bySpeed = speedKt < 60 ? 0 : distanceNm(from, to) / speedKt;
  return bySpeed > hours * acceleratedFactor ? bySpeed : hours;
}
