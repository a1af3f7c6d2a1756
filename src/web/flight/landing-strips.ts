import type { Mark } from '../../tracking/model.ts';
import type { Wording } from '../browser/wording.js';
import type { Visitor } from '../visitor/visitor.ts';
import { type AboveView, aboveView, type PassView, passView } from './above-view.ts';
import type { FigureLine } from './figure-line.ts';
import type { FlightRecord } from './record.ts';
import { type SideView, sideView } from './side-view.ts';
import { type StripFacts, stripFactsOf } from './strip-facts.ts';
import { stripLines } from './strip-lines.ts';

/** One approach as the page shows it. */
export interface Strip {
  readonly kind: StripFacts['kind'];
  /** `Go-around, runway 34, LSZH, 14:05Z`. */
  readonly title: string;
  readonly lines: readonly FigureLine[];
  readonly side: SideView | null;
  readonly above: AboveView | null;
  /** Of a go-around, in the place of `above`. */
  readonly pass: PassView | null;
}

/** The approaches of a flight: the one with which it ended, and those before. */
export interface LandingStrips {
  readonly last: Strip | null;
  readonly earlier: readonly Strip[];
  /** For what the pictures and their tables say. */
  readonly say: Wording['say'];
}

/** Of a flight that trains landings the page shows these many at the most, the last ones. */
const maxStrips = 12;

/** Returns the strips of a flight; null where there is nothing to draw. @param marks - of the rules, as they are numbered */
export function landingStrips(record: FlightRecord, marks: readonly Mark[], visitor: Visitor): LandingStrips | null {
  const facts = stripFactsOf(record);
  const strips = facts.slice(-maxStrips).map((each, index) => stripOf(each, index, marks, visitor));
  const isLanded = record.pirep.landingAt !== null && facts.at(-1)?.kind === 'landing';
  const last = isLanded ? (strips.at(-1) ?? null) : null;
  const earlier = last === null ? strips : strips.slice(0, -1);
  const isEmpty = earlier.length === 0 && (last === null || (last.side === null && last.above === null));
  return isEmpty ? null : { last, earlier, say: (key, values) => visitor.wording.say(key, values) };
}

function stripOf(facts: StripFacts, index: number, marks: readonly Mark[], visitor: Visitor): Strip {
  const { kind, track, at } = facts;
  const { wording, figures } = visitor;
  const lines = stripLines(facts, visitor);
  const said = lines.map(({ name, text }) => `${name}: ${text}`).join('; ');
  const runway = track.runway === null ? [] : [`${wording.say('strip.runway', { name: track.runway.name })}`];
  const airport = track.runway === null ? [] : [track.runway.airport];
  return {
    kind,
    title: [wording.say(`strip.${kind}`), ...runway, ...airport, figures.clock(at)].join(', '),
    lines,
    side: sideView(facts, `strip-${index}`, said, visitor),
    above: aboveView(facts, `strip-${index}`, said, marks, visitor),
    pass: passView(facts, `strip-${index}`, said, visitor),
  };
}
