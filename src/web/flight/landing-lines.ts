import type { Audience } from './audience.ts';
import { type FigureLine, lineOf, numberText, timeText } from './figure-line.ts';
import { type Known, type Landing, landingOf } from './landing.ts';
import type { FlightRecord } from './record.ts';
import type { Measured, Reason, RunwayLanding } from './runway-landing.ts';

/** Returns the rows about the landing, those against the runway where it is known; none before the landing. */
export function landingLines(
  record: FlightRecord,
  onRunway: RunwayLanding | null,
  audience: Audience,
  firstAt: number,
): readonly FigureLine[] {
  const landing = landingOf(record);
  if (landing === null) return [];
  const reported = Object.entries(landing.reported)
    .filter(([name]) => audience !== 'public' || /^[a-z]+(_[a-z]+){0,3}$/.test(name))
    .map(([name, value]) => ({ name: name.slice(0, 40), text: numberText(value, 2), basis: null, reason: null }));
  const place = onRunway === null ? [airportLine(landing)] : runwayLines(onRunway);
  return [
    lineOf('Touchdown', landing.at.value, landing.at.basis, (at) => timeText(at, firstAt)),
    ...place,
    known('Rate', landing.rateFpm, 'ft/min'),
    known('Ground speed', landing.groundSpeedKt, 'kt'),
    lineOf('Heading', landing.headingDeg?.value ?? null, landing.headingDeg?.basis, degrees),
    known('Rollout to 30 kt', landing.rolloutNm, 'nm', 1),
    ...reported,
    lineOf('Report interval at touchdown', landing.gapS, undefined, (value) => `${numberText(value, 1)} s`),
  ];
}

const degrees = (value: number) => `${Math.round(value)}°`;

function known(name: string, figure: Known | null, unit: string, digits = 0): FigureLine {
  return lineOf(name, figure?.value ?? null, figure?.basis, (value) => `${numberText(value, digits)} ${unit}`);
}

/** Where no runway of the data is near, only the distance from the airport is known. */
function airportLine(landing: Landing): FigureLine {
  return known('Distance from airport reference point', landing.fromAirportNm, 'nm', 1);
}

function runwayLines(landing: RunwayLanding): readonly FigureLine[] {
  const { runway, flare } = landing;
  const text = `${runway.name}, ${runway.airport}`;
  const optional = [
    landing.thresholdHeightFt && line('Height over the threshold', landing.thresholdHeightFt, feet),
    flare && { name: 'Last 50 ft', text: `${numberText(flare.seconds, 1)} s, ${metres(flare.metres)}`, ...computed },
    landing.bounces && line('Bounces', landing.bounces, (value) => (value === 0 ? 'none' : String(value))),
    landing.peakG && line('Load factor', landing.peakG, (value) => `${numberText(value, 2)} g`),
  ];
  return [
    { name: 'Runway', text, basis: null, reason: null },
    line('From the threshold', landing.fromThresholdM, metres),
    line('Off the centre line', landing.offCentreM, (value) => sided(value, metres)),
    line('Heading against the runway', landing.headingOffDeg, (value) => sided(value, degrees)),
    landing.thresholdSpeedKt === null
      ? lineOf('Speed over the threshold', null, undefined, String)
      : line('Speed over the threshold', landing.thresholdSpeedKt, (value) => `${Math.round(value)} kt`),
    ...optional.filter((each) => each !== null),
  ];
}

const computed = { basis: 'computed', reason: null } as const;
const metres = (value: number) => `${numberText(value, 0)} m`;
const feet = (value: number) => `${numberText(value, 0)} ft`;

/** `3 m left`. */
function sided(value: number, write: (value: number) => string): string {
  const rounded = Math.round(value);
  if (rounded === 0) return write(0);
  return `${write(Math.abs(rounded))} ${rounded < 0 ? 'left' : 'right'}`;
}

function line(name: string, { value, basis, reason }: Measured, write: (value: number) => string): FigureLine {
  return lineOf(name, value, basis, write, reason === null ? null : reasonText(reason));
}

function reasonText(reason: Reason): string {
  switch (reason.kind) {
    case 'gap':
      return `reports ${numberText(reason.seconds, 0)} s apart`;
    case 'course-for-heading':
      return 'no heading reported; from the course over the ground';
    case 'peak-between-reports':
      return 'the peak may lie between two reports';
  }
}

/** Describes the drawing of the runway for people who do not see it. */
export function drawingLabel({ runway, fromThresholdM, offCentreM }: RunwayLanding): string {
  const side = sided(offCentreM.value, metres);
  return `Runway ${runway.name} from above: touchdown ${metres(fromThresholdM.value)} from the threshold, ${side} of the centre line`;
}
