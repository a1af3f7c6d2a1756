import { changed, type Odd, ordinary } from './made.ts';

const fuelFrom = (table: Readonly<Record<number, number>>) =>
  changed(({ s, position }) => ({ fuelLb: table[s] ?? position?.fuelLb ?? null }));
const right = { fuelUsedLb: 1_990, blockFuelLb: 9_990 };
const computed = { fuelUsedLb: 'computed', blockFuelLb: 'computed' } as const;

/** What becomes of fuel. */
export const fuel: readonly Odd[] = [
  {
    name: 'fuelled at the gate, 0 lb in the first report',
    said: fuelFrom({ 0: 0, 60: 3_000 }),
    figures: right,
    basis: computed,
    notes: null,
  },
  {
    name: 'fuelled at the gate, 3,000 lb until it moves',
    said: fuelFrom({ 0: 3_000, 60: 3_000 }),
    figures: right,
    basis: computed,
    notes: null,
  },
  {
    name: 'fuelled at the gate after it trembled there',
    said: changed(({ s, position }) =>
      s === 0 ? { groundSpeedKt: 2, fuelLb: 3_000 } : { fuelLb: s === 60 ? 10_000 : (position?.fuelLb ?? null) },
    ),
    figures: { ...right, flightTimeMin: 39 },
    basis: computed,
    notes: null,
  },
  { name: 'defuelled at the gate', said: fuelFrom({ 0: 20_000 }), figures: right, basis: computed, notes: null },
  {
    name: 'refuelled at the gate before finish',
    said: fuelFrom({ 2520: 15_000 }),
    figures: right,
    basis: computed,
    notes: null,
  },
  {
    name: 'refuelled in the air: the sum of what it fell by',
    said: changed(({ position }) => ({ fuelLb: (position?.fuelLb ?? 0) + 5_000 }), 1_200),
    figures: { blockFuelLb: 9_990, fuelUsedLb: 1_290 },
    basis: { fuelUsedLb: 'estimated', blockFuelLb: 'computed' },
    notes: null,
  },
  {
    name: 'a gauge that trembles by 5 lb',
    said: changed(({ s, position }) => ({ fuelLb: (position?.fuelLb ?? 0) + (s % 120 === 0 ? 0 : 5) })),
    figures: { ...right, fuelUsedLb: 1_985 },
    basis: computed,
    notes: null,
  },
  {
    name: 'fuel never told',
    said: changed(() => ({ fuelLb: null })),
    figures: { fuelUsedLb: null, blockFuelLb: null },
    notes: null,
  },
  {
    name: 'fuel always 0',
    said: changed(() => ({ fuelLb: 0 })),
    figures: { fuelUsedLb: null, blockFuelLb: null },
    notes: null,
  },
  {
    name: 'fuel told from the climb on',
    said: changed(({ s, position }) => ({ fuelLb: s < 600 ? null : (position?.fuelLb ?? null) })),
    figures: { fuelUsedLb: 1_400, blockFuelLb: null },
    basis: { fuelUsedLb: 'estimated' },
    notes: null,
  },
  {
    name: 'block fuel that the client reports',
    said: ordinary,
    reported: { blockFuelLb: 9_999, fuelUsedLb: 2_000 },
    figures: { fuelUsedLb: 2_000, blockFuelLb: 9_999 },
    basis: { fuelUsedLb: 'reported', blockFuelLb: 'reported' },
    notes: null,
  },
];
