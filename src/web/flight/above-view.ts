import type { Mark } from '../../tracking/model.ts';
import type { RunwayLanding } from '../../tracking/rules/detectors/runway-landing.ts';
import type { Visitor } from '../visitor/visitor.ts';
import { sided } from './landing-lines.ts';
import { drawPass, drawRunway, type Part, type PassDrawing, type RunwayDrawing } from './runway-drawing.ts';
import { about } from './side-view.ts';
import type { StripFacts } from './strip-facts.ts';
import { exitText } from './strip-lines.ts';

/** A landing from above with its words. */
export interface AboveView {
  readonly id: string;
  readonly title: string;
  readonly said: string;
  readonly drawing: RunwayDrawing;
  readonly wholeTicks: readonly Tick[];
  readonly lensTicks: readonly Tick[];
  readonly along: string;
  readonly across: string;
  /** Where the nose pointed; null where no heading is reported. */
  readonly nose: string | null;
  readonly caption: string;
}

/** A go-around from above with its words. */
export interface PassView {
  readonly id: string;
  readonly title: string;
  readonly said: string;
  readonly drawing: PassDrawing;
  readonly ticks: readonly Tick[];
  /** Where it was lowest: `36 ft left`. */
  readonly across: string;
  readonly caption: string;
}

interface Tick {
  readonly x: number;
  readonly text: string;
}

const footM = 0.3048;
/** Nearer to the centre line than this it touched down on it, metres. */
const centredM = 1;

/** Returns the view of a go-around; null for a landing and where no runway is known. @param said - its figures in words */
export function passView({ lowest, track }: StripFacts, id: string, said: string, visitor: Visitor): PassView | null {
  const { figures, wording } = visitor;
  const drawing = drawPass(track, ticksOf(visitor).whole);
  if (drawing === null || lowest === null) return null;
  return {
    id: `${id}-above`,
    title: wording.say('strip.pass', { name: drawing.name }),
    said,
    drawing,
    ticks: tickTexts(drawing.whole, visitor),
    across: besideText(lowest.rightM, visitor),
    caption: `${wording.say('strip.pass-scale')} ${wording.say('strip.lowest')}: ${figures.clock(lowest.at)}.`,
  };
}

/** Metres between two marks, of the whole and of the lens. */
function ticksOf({ figures }: Visitor) {
  return figures.units.altitude === 'm' ? { whole: 1_000, lens: 100 } : { whole: 3_000 * footM, lens: 500 * footM };
}

function tickTexts({ ticks }: Pick<Part, 'ticks'>, { figures }: Visitor): readonly Tick[] {
  return ticks.map(({ x, alongM }) => ({ x, text: figures.length(alongM) }));
}

/** Returns the view of a landing; null for a go-around and where no runway is known. @param said - its figures in words */
export function aboveView(
  { landing, track, exit }: StripFacts,
  id: string,
  said: string,
  marks: readonly Mark[],
  visitor: Visitor,
): AboveView | null {
  const onRunway = landing?.onRunway ?? null;
  if (onRunway === null) return null;
  const { figures, wording } = visitor;
  const drawing = drawRunway(onRunway, track, marks, ticksOf(visitor));
  const length = (metres: number) => figures.length(metres);
  const { fromThresholdM } = onRunway;
  const { noseDeg } = drawing.lens.aircraft;
  return {
    id: `${id}-above`,
    title: wording.say('strip.above', { name: drawing.name }),
    said,
    drawing,
    wholeTicks: tickTexts(drawing.whole, visitor),
    lensTicks: tickTexts(drawing.lens, visitor),
    along: about(fromThresholdM.basis, length(fromThresholdM.value)),
    across: acrossText(onRunway, visitor),
    nose:
      noseDeg === null
        ? null
        : wording.say('strip.nose', { turn: sided(visitor, noseDeg, (deg) => `${Math.round(deg)}°`) }),
    caption: [
      wording.say('strip.above-scale'),
      ...(drawing.lens.doubt === null ? [] : [wording.say('strip.doubt')]),
      ...(exit === null ? [] : [`${wording.say('strip.exit')}: ${exitText(exit, visitor)}.`]),
      ...(drawing.marks.length === 0
        ? []
        : [wording.say('judged.drawn', { numbers: drawing.marks.map(({ text }) => text).join(', ') })]),
    ].join(' '),
  };
}

/** `≈ 36 ft left`. */
function acrossText({ offCentreM: { value, basis } }: RunwayLanding, visitor: Visitor): string {
  return about(basis, besideText(value, visitor));
}

function besideText(rightM: number, visitor: Visitor): string {
  if (Math.abs(rightM) < centredM) return visitor.wording.say('strip.centred');
  return sided(visitor, rightM, (metres) => visitor.figures.length(metres));
}
