import type { Consequence, Judgement, RuledMark, RuledState } from '../../tracking/model.ts';
import type { Visitor } from '../visitor/visitor.ts';
import type { Audience } from './audience.ts';
import { markSentence, unjudgedSentence } from './mark-sentence.ts';
import type { FlightRecord } from './record.ts';

/** How a mark is drawn: the harshest of what follows from it. */
export type MarkLevel = 'reject' | 'review' | 'points' | 'note';

/** A mark as a page lists it; `number` names it on map, profiles and the drawing of the landing. */
export interface ListedMark {
  readonly number: number;
  readonly from: number;
  readonly at: string;
  readonly level: MarkLevel;
  /** The airline's own words; null where it has none. */
  readonly own: string | null;
  readonly sentence: string;
  /** What follows, in words: `−5 points`, `to review`. */
  readonly follows: readonly string[];
}

/** What the rules say of a flight, in the visitor's language. */
export interface Judged {
  readonly set: string;
  readonly score: number;
  readonly clientScore: number | null;
  readonly state: { readonly text: string; readonly style: string } | null;
  readonly marks: readonly ListedMark[];
  readonly notJudged: readonly string[];
}

const styles: Readonly<Record<RuledState, string>> = {
  accept: 'live',
  'reason-needed': 'warn',
  review: 'warn',
  reject: 'bad',
};

/** Returns the flight's judgement as far as this audience may know it: the public sees nothing of it. */
export function judgementFor({ pirep }: Pick<FlightRecord, 'pirep'>, audience: Audience): Judgement | null {
  return audience === 'public' ? null : (pirep.judgement ?? null);
}

/** Returns what a page says of a judgement. @param firstAt - times on later days are marked */
export function judgedOf(judgement: Judgement, visitor: Visitor, firstAt: number): Judged {
  const { set, setName, score, clientScore, state, marks, notJudged } = judgement;
  const { figures, wording } = visitor;
  return {
    set: wording.say('judged.set', { name: setName, number: String(set) }),
    score,
    clientScore,
    state: state === null ? null : { text: wording.say(`verdict.${state}`), style: styles[state] },
    marks: marks.map((mark, index) => ({
      number: index + 1,
      from: mark.from,
      at: figures.moment(mark.from, firstAt),
      level: levelOf(mark),
      own: mark.text,
      sentence: markSentence(mark, visitor),
      follows: followsOf(mark, visitor),
    })),
    notJudged: notJudged.map((each) => unjudgedSentence(each, visitor)),
  };
}

/** Returns how a mark is drawn. */
export function levelOf({ follows, points }: Pick<RuledMark, 'follows' | 'points'>): MarkLevel {
  if (follows.includes('reject')) return 'reject';
  if (follows.includes('review') || follows.includes('reason-needed')) return 'review';
  return points > 0 ? 'points' : 'note';
}

function followsOf({ follows, points }: RuledMark, { wording }: Visitor): readonly string[] {
  const others = follows.filter((each): each is Exclude<Consequence, 'points'> => each !== 'points');
  const taken = points > 0 ? [wording.say('judged.points', { count: points })] : [];
  return [...taken, ...others.map((each) => wording.say(`follows.${each}`))];
}
