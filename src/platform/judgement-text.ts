import type { Judgement, RuledMark, RuledState } from '../tracking/model.ts';

/** What the rules want: whether the crew center does it is in the PIREP's state, and a phpVMS 5 leaves it to its staff. */
const states: Readonly<Record<RuledState, string>> = {
  reject: 'The rules reject it.',
  review: 'To be reviewed.',
  'reason-needed': 'The pilot is asked for a reason.',
  accept: 'The rules accept it.',
};

/** The marks that are said to the pilot: what is only counted is for the staff's figures. */
export function spokenMarks({ marks }: Judgement): readonly RuledMark[] {
  return marks.filter(({ follows }) => !follows.includes('count'));
}

/** Custom fields of a PIREP that say how it was judged. */
export function judgementFields(judgement: Judgement): Readonly<Record<string, string>> {
  const { set, setName, clientScore, state } = judgement;
  const marks = spokenMarks(judgement).length;
  return {
    'Rule Set': `${setName} (${set})`,
    'Rule Marks': String(marks),
    ...(state === null ? {} : { 'Rule Result': states[state] }),
    ...(clientScore === null ? {} : { 'Client Score': String(Math.round(clientScore)) }),
  };
}

/** What the staff and the pilot read under the PIREP; null when the rules have nothing to say. */
export function judgementComment(judgement: Judgement): string | null {
  const { set, setName, score, state } = judgement;
  const marks = spokenMarks(judgement);
  if (marks.length === 0 && (state === null || state === 'accept')) return null;
  const result = state === null ? [] : [states[state]];
  const head = [`Judged by the rules “${setName}” (${set}): ${score} of 100 points.`, ...result].join(' ');
  return [head, ...marks.map((mark) => `${timeOf(mark.from)} ${sentenceWithPoints(mark)}`)].join('\n');
}

function sentenceWithPoints({ sentence, text, points }: RuledMark): string {
  return [sentence, ...(text === null ? [] : [text]), ...(points === 0 ? [] : [`(−${points})`])].join(' ');
}

function timeOf(at: number): string {
  return `${new Date(at).toISOString().slice(11, 16)} UTC`;
}
