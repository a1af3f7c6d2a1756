import type { Flight, Judgement, Pirep, RuledMark } from '../src/tracking/model.ts';
import { noon, sampleFlight } from './journal/suite/samples.ts';

const nothingFiled: Pirep = {
  flightTimeMin: null,
  distanceNm: null,
  fuelUsedLb: null,
  blockFuelLb: null,
  landingRateFpm: null,
  blockOffAt: null,
  takeoffAt: null,
  landingAt: noon,
  blockOnAt: null,
  route: null,
  notes: null,
  log: [],
  fields: {},
  score: 100,
  load: null,
  diversion: null,
  basis: {},
  positionCount: 0,
};

export interface JudgedAs {
  readonly judgement?: Partial<Judgement> | null;
  readonly landingAt?: number;
  readonly type?: string;
  readonly pilot?: string;
}

/** A filed flight that was judged; `judgement: null` for one that was not. */
export function judgedFlight(number: number, { judgement = {}, landingAt = noon, type, pilot }: JudgedAs = {}): Flight {
  const said = judgement === null ? {} : { judgement: { ...cleanJudgement, ...judgement } };
  const id = pilot ?? '7';
  return sampleFlight(number, {
    pilot: { id, ident: `VMS000${id}`, name: `Pilot ${id}` },
    aircraft: type === undefined ? null : { id: '1', icao: type, name: null, registration: null },
    state: 'filed',
    endedAt: landingAt,
    receipt: {
      flightId: `flight-${number}`,
      pirepId: `pirep-${number}`,
      pirepState: 'accepted',
      filedAt: landingAt,
      pirep: { ...nothingFiled, landingAt, ...said },
    },
  });
}

const cleanJudgement: Judgement = {
  set: 1,
  setName: 'Standard',
  marks: [],
  notJudged: [],
  score: 100,
  clientScore: null,
  state: null,
};

/** A mark of the rule with this id, by default of hard landings. */
export function ruledMark(change: Partial<RuledMark> = {}): RuledMark {
  return {
    rule: 'hard-landing',
    detector: 'landing',
    element: 'rate',
    from: noon,
    to: noon,
    lat: null,
    lon: null,
    value: 720,
    limit: 600,
    follows: ['points'],
    points: 10,
    text: null,
    sentence: 'Touched down at 720 ft/min; the limit is 600 ft/min.',
    ...change,
  };
}
