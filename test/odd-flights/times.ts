import { asOrdinary, at, changed, happened, type Odd, ordinary, together } from './made.ts';

const year2001 = -23 * 365 * 86_400;
const computed = { flightTimeMin: 'computed' } as const;
const estimated = { flightTimeMin: 'estimated', blockOffAt: 'estimated' } as const;

/** Pauses, clocks, and figures of `finish` that cannot be true. */
export const times: readonly Odd[] = [
  { name: 'an ordinary flight', said: ordinary, figures: asOrdinary, basis: computed, notes: null, phase: 'arrived' },
  {
    name: 'a pause at the gate',
    said: together(happened(5, 'pause'), happened(100, 'resume')),
    figures: { flightTimeMin: 39 },
    basis: computed,
    notes: null,
  },
  {
    name: 'a pause at the gate that ends with the block-off, by phases',
    said: changed(({ s }) => ({ phase: s < 120 ? 'paused' : s < 360 ? 'taxi' : null })),
    figures: { flightTimeMin: 39 },
    basis: computed,
    notes: null,
  },
  {
    name: 'a pause that begins at the gate and ends under way',
    said: together(happened(5, 'pause'), happened(180, 'resume')),
    figures: { flightTimeMin: 38 },
    notes: null,
  },
  {
    name: 'a pause after the block-on, never ended',
    said: together(happened(2_480, 'pause')),
    figures: { flightTimeMin: 39 },
    notes: null,
  },
  {
    name: 'a pause in the air',
    said: together(happened(600, 'pause'), happened(1_200, 'resume')),
    figures: { flightTimeMin: 29 },
    basis: computed,
    notes: null,
  },
  {
    name: 'a pause by phase, after which the client names none',
    said: changed(({ s }) => ({ phase: s === 600 ? 'paused' : null })),
    figures: { flightTimeMin: 29 },
    notes: null,
  },
  {
    name: 'two reports of 2001, moving, then the right year',
    said: ordinary.map((said) =>
      said.s > 60 ? said : { ...said, dated: year2001 + said.s, position: { ...said.position, groundSpeedKt: 5 } },
    ),
    figures: { flightTimeMin: 41, distanceNm: 126.6 },
    basis: estimated,
    notes: /A clock was wrong/,
  },
  {
    name: 'a clock that is an hour slow until the take-off',
    said: ordinary.map((said) => (said.s > 300 ? said : { ...said, dated: said.s - 3_600 })),
    figures: { flightTimeMin: 39, distanceNm: 126.6 },
    instants: { blockOffAt: 120, blockOnAt: 2_460 },
    basis: estimated,
    notes: /A clock was wrong/,
  },
  {
    name: 'a clock that is an hour slow all the time',
    said: ordinary.map((said) => ({ ...said, dated: said.s - 3_600 })),
    figures: asOrdinary,
    instants: { blockOffAt: -3_480, blockOnAt: -1_140 },
    basis: computed,
    notes: null,
  },
  {
    name: 'a queue of the whole flight, sent at its end, with twenty minutes that nobody reported',
    said: ordinary.filter(({ s }) => s !== 1_200).map((said) => ({ ...said, came: 12_000 })),
    figures: { flightTimeMin: 39 },
    basis: computed,
    notes: null,
  },
  {
    name: 'a connection that is lost for half an hour',
    said: ordinary.map((said) => (said.s > 300 && said.s < 2_110 ? { ...said, came: 2_111 } : said)),
    figures: asOrdinary,
    basis: computed,
    notes: null,
  },
  {
    name: 'a server clock that goes back by an hour, reports without a time',
    said: ordinary.map((said) => ({
      ...said,
      came: said.s < 1_200 ? said.s + 3_600 : said.s,
      position: { ...said.position, isDated: false },
    })),
    figures: { distanceNm: 126.6, landingRateFpm: -210, flightTimeMin: 29 },
    basis: estimated,
    notes: /A clock was wrong/,
    phase: 'arrived',
  },
  {
    name: 'finish with block-on before block-off',
    said: ordinary,
    reported: { blockOffAt: 2_000, blockOnAt: 1_000 },
    figures: asOrdinary,
    basis: { blockOffAt: 'computed', blockOnAt: 'computed', flightTimeMin: 'computed' },
    notes: /Not believed: block-off at .*, block-on at .*: out of order/,
  },
  {
    name: 'finish with a block-on before the landing that was seen',
    said: ordinary,
    reported: { blockOnAt: 1_000 },
    figures: asOrdinary,
    basis: { blockOnAt: 'computed', flightTimeMin: 'computed' },
    notes: /Not believed: block-on at .*: out of order/,
  },
  {
    name: 'finish with 99,999 minutes, 90,000 nm and a landing rate of -99,999',
    said: ordinary,
    reported: { flightTimeMin: 99_999, distanceNm: 90_000, landingRateFpm: -99_999, notes: 'Fine flight.' },
    figures: asOrdinary,
    basis: { flightTimeMin: 'computed', distanceNm: 'computed', landingRateFpm: 'estimated' },
    notes: /^Fine flight\.\nTracker: .*99999 minutes.*90000 nm.*-99999 ft\/min/s,
  },
  {
    name: 'finish with instants of another year',
    said: ordinary,
    reported: { blockOffAt: year2001, blockOnAt: 86_400 * 400 },
    figures: asOrdinary,
    basis: { blockOffAt: 'computed', blockOnAt: 'computed' },
    notes: /long before the flight.*after the flight/s,
  },
  {
    name: 'finish with figures that can be true',
    said: ordinary,
    reported: { flightTimeMin: 45, distanceNm: 130, blockOffAt: 60 },
    figures: { flightTimeMin: 45, distanceNm: 130 },
    basis: { flightTimeMin: 'reported', distanceNm: 'reported', blockOffAt: 'reported' },
    notes: null,
  },
  {
    name: 'one position only',
    said: [at(0, 0, 0, 1_400)],
    figures: { flightTimeMin: null, distanceNm: null, fuelUsedLb: null, landingRateFpm: null },
    instants: { blockOffAt: null, takeoffAt: null, landingAt: null, blockOnAt: null },
    notes: null,
  },
];
