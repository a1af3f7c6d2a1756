import { asOrdinary, at, type Odd, ordinary, type Said } from './made.ts';

const until = (s: number) => ordinary.filter((said) => said.s < s);

/** Down to 200 ft above the runway, up again, once around, and down with 180 ft/min. */
const goAround: readonly Said[] = [
  ...until(2_110),
  at(2_110, 125.4, 135, 1_600, { verticalSpeedFpm: -600, fuelLb: 8_095 }),
  at(2_120, 125.8, 140, 1_620, { verticalSpeedFpm: 900, fuelLb: 8_060 }),
  at(2_180, 128.4, 180, 4_000, { verticalSpeedFpm: 2_000, fuelLb: 7_900 }),
  at(2_480, 125.2, 180, 3_400, { verticalSpeedFpm: -700, fuelLb: 7_700 }),
  at(2_540, 125.4, 135, 1_420, { verticalSpeedFpm: -180, fuelLb: 7_650 }),
  at(2_544, 125.5, 120, 1_400, { verticalSpeedFpm: -4, fuelLb: 7_645 }),
  at(2_570, 125.9, 40, 1_400, { fuelLb: 7_640 }),
  at(2_700, 126.5, 0, 1_400, { fuelLb: 7_600 }),
  at(2_760, 126.5, 0, 1_400, { fuelLb: 7_600 }),
];

/** Out to 20 nm, and back to where it came from. */
export const returned: readonly Said[] = [
  ...until(1_200),
  at(900, 20.5, 250, 9_000, { verticalSpeedFpm: -1_000, fuelLb: 9_000 }),
  at(1_150, 2.2, 140, 2_000, { verticalSpeedFpm: -700, fuelLb: 8_800 }),
  at(1_160, 1.8, 135, 1_420, { verticalSpeedFpm: -260, fuelLb: 8_795 }),
  at(1_164, 1.7, 120, 1_400, { verticalSpeedFpm: -5, fuelLb: 8_790 }),
  at(1_190, 1.2, 40, 1_400, { fuelLb: 8_780 }),
  at(1_500, 0, 0, 1_400, { fuelLb: 8_700 }),
  at(1_560, 0, 0, 1_400, { fuelLb: 8_700 }),
];

/** From the climb to the descent at so many times the speed of time. */
const accelerated = (simRate: number, state = simRate): readonly Said[] =>
  ordinary.map((said) => {
    if (said.s <= 600) return said;
    const s = 600 + Math.min(said.s - 600, 1_200) / simRate + Math.max(0, said.s - 1_800);
    return { ...said, s, position: { ...said.position, simRate: said.s <= 1_800 ? state : 1 } };
  });

/** What pilots do otherwise than planned. */
export const procedures: readonly Odd[] = [
  {
    name: 'a go-around',
    said: goAround,
    figures: { landingRateFpm: -180, fuelUsedLb: 2_390, blockFuelLb: 9_990, flightTimeMin: 43 },
    instants: { blockOffAt: 120, takeoffAt: 360, landingAt: 2_544, blockOnAt: 2_700 },
    basis: { landingRateFpm: 'estimated', flightTimeMin: 'computed', distanceNm: 'computed' },
    notes: null,
    phase: 'arrived',
  },
  {
    name: 'a return to the airport of departure',
    said: returned,
    figures: { landingRateFpm: -260, fuelUsedLb: 1_290, distanceNm: 41, flightTimeMin: 23 },
    instants: { takeoffAt: 360, landingAt: 1_164, blockOnAt: 1_500 },
    notes: null,
    phase: 'arrived',
  },
  {
    name: 'sixteen times the speed of time',
    said: accelerated(16),
    figures: { ...asOrdinary, flightTimeMin: 20 },
    basis: { distanceNm: 'computed' },
    notes: /^Tracker: Flown at a simulation rate of up to 16; times are real time\.$/,
    phase: 'arrived',
  },
  {
    name: 'sixteen times the speed of time, with a distance that the client reports',
    said: accelerated(16),
    reported: { distanceNm: 1_500 },
    figures: { distanceNm: 1_500 },
    basis: { distanceNm: 'reported' },
    notes: /^Tracker: Flown at a simulation rate of up to 16; times are real time\.$/,
  },
  {
    name: 'sixteen times the speed of time that the client does not report',
    said: accelerated(16, 1),
    figures: { landingRateFpm: -210, flightTimeMin: 20 },
    basis: { distanceNm: 'estimated' },
    notes: /^Tracker: Ignored: 2 position/,
    phase: 'arrived',
  },
];
