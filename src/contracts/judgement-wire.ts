import { type Static, Type } from 'typebox';
import { consequences, type Judgement, type RuledMark, type UnjudgedRule } from '../tracking/model.ts';
import { instant, nullable } from './fields.ts';
import { formatInstant } from './instant.ts';

/** What the airline's rules say of a flight, the same in every contract. */

const markSchema = Type.Object(
  {
    rule: Type.String({ description: 'Id of the rule' }),
    detector: Type.String({ description: 'What looked for it: `taxi-speed`' }),
    element: nullable<string>('string', { description: 'Which of several things it found: `sink-rate`' }),
    from: instant('When it began'),
    to: instant('When it ended'),
    lat: nullable<number>('number', { description: 'Where it began: latitude, degrees' }),
    lon: nullable<number>('number', { description: 'Longitude, degrees' }),
    value: nullable<number>('number', { description: "What was measured, in the detector's unit" }),
    limit: nullable<number>('number', { description: 'The limit that it exceeds' }),
    points: Type.Number({ description: 'Points that it took' }),
    follows: Type.Array(Type.Enum([...consequences]), { description: 'What follows from the rule' }),
    text: nullable<string>('string', { description: "The airline's own words about it" }),
    sentence: Type.String({ description: 'What was found, as a sentence in English' }),
    data: Type.Record(Type.String(), Type.String(), {
      title: 'MarkData',
      description: 'What else a sentence in another language needs: `runway`, `gate`',
    }),
  },
  { title: 'Mark' },
);

const notJudgedSchema = Type.Object(
  {
    rule: Type.String({ description: 'Id of the rule' }),
    detector: Type.String({ description: 'What could not look for it' }),
    element: nullable<string>('string', { description: 'The one of several things that could not be looked for' }),
    reason: Type.String({ description: 'What was not reported, or not often enough: `no-airspeed`, `too-sparse`' }),
  },
  { title: 'NotJudged' },
);

export const judgementSchema = Type.Object(
  {
    rules: Type.Integer({ description: "Number of the airline's rule set" }),
    rules_name: Type.String({ description: 'Its name' }),
    score: Type.Number({ description: '100 less the points of the marks, at least 0: the score of the PIREP' }),
    client_score: nullable<number>('number', { description: 'Score computed by the client' }),
    state: nullable<string>('string', {
      description:
        'What the rules ask for: `accept`, `reason-needed`, `review` or `reject`; null when they leave it to the crew center',
    }),
    marks: Type.Array(markSchema, { description: 'What was found, in order of time; without what is only counted' }),
    not_judged: Type.Array(notJudgedSchema, { description: 'Rules that could not be judged, and why' }),
  },
  { title: 'Judgement' },
);

export function encodeJudgement(judgement: Judgement): Static<typeof judgementSchema> {
  const { set, setName, score, clientScore, state, marks, notJudged } = judgement;
  return {
    rules: set,
    rules_name: setName,
    score,
    client_score: clientScore,
    state,
    marks: marks.filter(({ follows }) => !follows.includes('count')).map(encodeMark),
    not_judged: notJudged.map(encodeNotJudged),
  };
}

function encodeMark(mark: RuledMark): Static<typeof markSchema> {
  const { rule, detector, element, from, to, lat, lon, value, limit, points, text, sentence, data } = mark;
  return {
    rule,
    detector,
    element: element ?? null,
    from: formatInstant(from),
    to: formatInstant(to),
    lat,
    lon,
    value,
    limit,
    points,
    follows: [...mark.follows],
    text,
    sentence,
    data: { ...data },
  };
}

function encodeNotJudged({ rule, detector, element, reason }: UnjudgedRule): Static<typeof notJudgedSchema> {
  return { rule, detector, element: element ?? null, reason };
}
