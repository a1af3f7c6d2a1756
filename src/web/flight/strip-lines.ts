import type { Measured } from '../../tracking/rules/detectors/runway-landing.ts';
import type { TextKey } from '../browser/wording.js';
import type { Visitor } from '../visitor/visitor.ts';
import type { Seen } from './approach-track.ts';
import { type Figure, type FigureLine, lineOf } from './figure-line.ts';
import { sided } from './landing-lines.ts';
import type { RunwayExit } from './runway-exit.ts';
import type { StripFacts } from './strip-facts.ts';

/** Returns what is known of an approach, as rows of a table; what is not known is left out. */
export function stripLines(
  { landing, lowest, exit, rate, track }: StripFacts,
  visitor: Visitor,
): readonly FigureLine[] {
  const { figures } = visitor;
  const onRunway = landing?.onRunway ?? null;
  const known = (name: TextKey, figure: Figure | Measured | null, write: (value: number) => string) =>
    figure === null ? [] : [lineOf(visitor, name, figure, write)];
  const length = (metres: number) => figures.length(metres);
  return [
    ...known('landing.rate', rate, (fpm) => figures.rate(fpm)),
    ...known('landing.threshold-height', onRunway?.thresholdHeightFt ?? null, (feet) => figures.height(feet)),
    ...known('landing.threshold-speed', onRunway?.thresholdSpeedKt ?? null, (knots) => figures.speed(knots)),
    ...known('landing.from-threshold', onRunway?.fromThresholdM ?? null, length),
    ...known('landing.off-centre', onRunway?.offCentreM ?? null, (metres) => sided(visitor, metres, length)),
    ...known('landing.heading-off', onRunway?.headingOffDeg ?? null, (turn) => sided(visitor, turn, degrees)),
    ...(lowest === null || track.runway === null ? [] : lowestLines(lowest, visitor)),
    ...(exit === null ? [] : [{ ...lineOf(visitor, 'strip.exit', null, String), text: exitText(exit, visitor) }]),
  ];
}

function degrees(value: number): string {
  return `${Math.round(value)}°`;
}

/** How low a go-around was, and where. */
function lowestLines({ heightFt, alongM, rightM, groundSpeedKt }: Seen, visitor: Visitor): readonly FigureLine[] {
  const { figures, wording } = visitor;
  const length = (metres: number) => figures.length(metres);
  const speed = (knots: number) => figures.speed(knots);
  const place = figures.distance(Math.abs(alongM) / 1_852, 1);
  const where = wording.say(alongM < 0 ? 'strip.before-threshold' : 'strip.past-threshold', { distance: place });
  return [
    lineOf(visitor, 'strip.lowest', heightFt === null ? null : { value: heightFt }, (feet) => figures.height(feet)),
    { ...lineOf(visitor, 'strip.lowest-place', null, String), text: where },
    lineOf(visitor, 'landing.off-centre', { value: rightM }, (metres) => sided(visitor, metres, length)),
    ...(groundSpeedKt === null ? [] : [lineOf(visitor, 'landing.speed', { value: groundSpeedKt }, speed)]),
  ];
}

/** `5,900 ft past the threshold, to the left`. */
export function exitText({ alongM, side }: RunwayExit, { figures, wording }: Visitor): string {
  return wording.say(`strip.exit-${side}`, { along: figures.length(alongM) });
}
