import {
  flareFt,
  type Measured,
  type Reason,
  type RunwayLanding,
} from '../../tracking/rules/detectors/runway-landing.ts';
import type { TextKey } from '../browser/wording.js';
import type { Visitor } from '../visitor/visitor.ts';
import type { Audience } from './audience.ts';
import { type FigureLine, lineOf, unknownText } from './figure-line.ts';
import { type Known, type Landing, landingOf, turnOffKt } from './landing.ts';
import type { FlightRecord } from './record.ts';

const metresPerNm = 1_852;
const feltG = 1.05;

/** Returns the rows about the landing, those against the runway where it is known; none before the landing. */
export function landingLines(
  record: FlightRecord,
  onRunway: RunwayLanding | null,
  audience: Audience,
  visitor: Visitor,
  firstAt: number,
): readonly FigureLine[] {
  const landing = landingOf(record);
  if (landing === null) return [];
  const { figures, wording } = visitor;
  const reported = Object.entries(landing.reported)
    .filter(([name]) => audience !== 'public' || /^[a-z]+(_[a-z]+){0,3}$/.test(name))
    .map(([name, value]) => {
      return { name: name.slice(0, 40), isOwnName: true, text: figures.number(value, 2), basis: null, reason: null };
    });
  const wayDown = wording.say('reason.summed');
  const rollout = {
    ...lineOf(visitor, 'landing.rollout', landing.rolloutNm, (nm) => figures.length(nm * metresPerNm), wayDown),
    name: wording.say('landing.rollout', { speed: figures.speed(turnOffKt) }),
  };
  const gap = landing.gapS === null ? null : { value: landing.gapS };
  const lines = [
    lineOf(visitor, 'landing.touchdown', landing.at, (at) => figures.moment(at, firstAt)),
    ...(onRunway === null ? [airportLine(landing, visitor)] : runwayLines(onRunway, visitor)),
    estimated(visitor, 'landing.rate', landing.rateFpm, (fpm) => figures.rate(fpm), wording.say('reason.next-report')),
    estimated(
      visitor,
      'landing.speed',
      landing.groundSpeedKt,
      (knots) => figures.speed(knots),
      gapText(landing, visitor),
    ),
    estimated(visitor, 'landing.heading', landing.headingDeg, (deg) => figures.heading(deg), gapText(landing, visitor)),
    rollout,
    ...reported,
    lineOf(visitor, 'landing.interval', gap, (value) => `${figures.number(value, 1)} s`),
  ];
  return lines.filter(({ text }) => text !== unknownText);
}

/** Where no runway of the data is near, only the distance from the airport is known. */
function airportLine(landing: Landing, visitor: Visitor): FigureLine {
  const write = (nm: number) => visitor.figures.distance(nm, 1);
  return {
    ...estimated(visitor, 'landing.from-airport', landing.fromAirportNm, write, gapText(landing, visitor)),
    name: visitor.wording.say('landing.from-airport', { airport: landing.airport }),
  };
}

/** A row that says why, where it is an estimate. */
function estimated(
  visitor: Visitor,
  name: TextKey,
  known: Known | null,
  write: (value: number) => string,
  reason: string | null,
): FigureLine {
  return lineOf(visitor, name, known, write, known?.basis === 'estimated' ? reason : null);
}

function gapText({ gapS }: Landing, visitor: Visitor): string | null {
  return gapS === null ? null : reasonText({ kind: 'gap', seconds: gapS }, visitor);
}

function runwayLines(landing: RunwayLanding, visitor: Visitor): readonly FigureLine[] {
  const { runway } = landing;
  const { figures, wording } = visitor;
  const length = (metres: number) => figures.length(metres);
  const line = (name: TextKey, measured: Measured | null, write: (value: number) => string) =>
    lineOf(visitor, name, measured, write, measured === null ? null : reasonText(measured.reason, visitor));
  const known = (name: TextKey, measured: Measured | null, write: (value: number) => string) =>
    measured === null ? [] : [line(name, measured, write)];
  return [
    { name: wording.say('landing.runway'), text: `${runway.name}, ${runway.airport}`, basis: null, reason: null },
    line('landing.from-threshold', landing.fromThresholdM, length),
    line('landing.off-centre', landing.offCentreM, (metres) =>
      Math.round(metres) === 0 ? wording.say('strip.centred') : sided(visitor, metres, length),
    ),
    line('landing.heading-off', landing.headingOffDeg, (value) =>
      sided(visitor, value, (each) => `${Math.round(each)}°`),
    ),
    line('landing.threshold-speed', landing.thresholdSpeedKt, (knots) => figures.speed(knots)),
    ...known('landing.threshold-height', landing.thresholdHeightFt, (feet) => figures.height(feet)),
    ...flareLine(landing, visitor),
    ...known('landing.bounces', landing.bounces, (count) =>
      count === 0 ? wording.say('landing.no-bounce') : figures.number(count),
    ),
    ...known('landing.load', isFelt(landing.peakG) ? landing.peakG : null, (value) => `${figures.number(value, 2)} g`),
  ];
}

/** Whether a load factor says anything of a touchdown: level flight has 1 g. */
export function isFelt(peakG: Measured | null): peakG is Measured {
  return peakG !== null && peakG.value >= feltG;
}

function flareLine({ flare }: RunwayLanding, { figures, wording }: Visitor): readonly FigureLine[] {
  if (flare === null) return [];
  const name = wording.say('landing.flare', { height: figures.height(flareFt) });
  const text = `${figures.number(flare.seconds, 1)} s, ${figures.length(flare.metres)}`;
  return [{ name, text, basis: wording.say('basis.computed'), source: 'computed', reason: null }];
}

/** `3 m left`. */
export function sided({ wording }: Visitor, value: number, write: (value: number) => string): string {
  const text = write(Math.abs(value));
  if (Math.round(value) === 0) return text;
  return wording.say(value < 0 ? 'landing.left' : 'landing.right', { value: text });
}

function reasonText(reason: Reason | null, { wording }: Visitor): string | null {
  if (reason === null) return null;
  if (reason.kind === 'gap') return wording.say('reason.gap', { seconds: Math.round(reason.seconds * 10) / 10 });
  return wording.say(`reason.${reason.kind}`);
}
