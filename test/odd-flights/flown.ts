import { asOrdinary, at, changed, happened, north, type Odd, ordinary, type Said, together } from './made.ts';

const distanceEstimated = { distanceNm: 'estimated' } as const;

const menu = { lat: 0.0004, lon: 0.014, onGround: true };

/** One report after another, ten seconds apart: speed in knots, altitude in feet, vertical speed in ft/min. */
function path(
  from: { s: number; nm: number },
  ...points: readonly (readonly [number, number, number])[]
): readonly Said[] {
  let { s, nm } = from;
  return points.map(([gs, ft, vs]) => {
    s += 10;
    nm += gs / 360;
    return at(s, nm, gs, ft, { verticalSpeedFpm: vs, onGround: null });
  });
}

/** Circuits: touchdowns with 120, 400 and 250 ft/min, two of them touch-and-goes. */
const circuits: readonly Said[] = [
  ...ordinary.filter(({ s }) => s < 600),
  ...[120, 400, 250].flatMap((fpm, index) => {
    const s = 700 + index * 300;
    const nm = 6 + index * 10;
    return [
      at(s, nm, 100, 2_400, { verticalSpeedFpm: -700 }),
      at(s + 60, nm + 1.6, 80, 1_430, { verticalSpeedFpm: -fpm }),
      at(s + 62, nm + 1.7, 75, 1_400, { verticalSpeedFpm: -3 }),
      ...(index === 2 ? [] : [at(s + 80, nm + 2.2, 90, 1_600, { verticalSpeedFpm: 700 })]),
    ];
  }),
  at(1_400, 28, 12, 1_400),
  at(1_440, 28.1, 0, 1_400),
];

/** Up at 20 kt from a field, along at 80 kt, a hover, down on another field; nothing told of gear or ground. */
const helicopter = [
  ...path({ s: 0, nm: 0 }, [0, 500, 0], [0, 500, 0], [2, 505, 100], [10, 560, 350], [20, 640, 500], [30, 760, 600]),
  ...path({ s: 60, nm: 0.2 }, ...Array.from({ length: 60 }, () => [80, 1_500, 0] as const)),
  ...path({ s: 660, nm: 13.5 }, [40, 1_200, -400], [20, 1_000, -300], [5, 950, 0], [15, 800, -300], [8, 720, -250]),
  ...path({ s: 710, nm: 13.8 }, [0, 700, -120], [0, 700, 0], [0, 700, 0], [0, 700, 0]),
];

/** Landings, jumps, aircraft that are no airliners, and what the reports do not tell. */
export const flown: readonly Odd[] = [
  {
    name: 'two touch-and-goes: the last landing counts',
    said: circuits,
    figures: { landingRateFpm: -250 },
    instants: { landingAt: 1_362 },
    notes: null,
    phase: 'arrived',
  },
  {
    name: 'a bounce after a landing that the client told',
    said: together(
      { ...happened(2_113, 'landing', { data: { landing_rate: -333 } }) },
      at(2_117, 125.6, 115, 1_405, { onGround: false, verticalSpeedFpm: 60 }),
      at(2_120, 125.7, 100, 1_400, { verticalSpeedFpm: -40 }),
    ),
    figures: { landingRateFpm: -333 },
    instants: { landingAt: 2_113 },
    basis: { landingAt: 'computed', landingRateFpm: 'computed' },
    notes: null,
  },
  {
    name: 'a last report in the air that is too old to show the touchdown',
    said: ordinary.filter(({ s }) => s !== 2_110 && s !== 2_114),
    figures: { landingRateFpm: null, flightTimeMin: 39 },
    notes: null,
  },
  {
    name: 'a first report on the ground that still shows it sinking',
    said: changed(({ s }) =>
      s === 2_110 ? { verticalSpeedFpm: -700 } : s === 2_114 ? { verticalSpeedFpm: -180 } : {},
    ),
    figures: { landingRateFpm: -180 },
    notes: null,
  },
  {
    name: 'a slew of 300 nm in the air',
    said: ordinary.map((said) => (said.s < 1_200 ? said : moved(said, said.s === 1_200 ? 300 : 1_000))),
    figures: { flightTimeMin: 39 },
    basis: distanceEstimated,
    notes: /Ignored: \d+ position/,
  },
  {
    name: '0/0 from the menu before the flight',
    said: [at(-20, 0, 0, 0, menu), at(-10, 0, 0, 0, menu), ...ordinary],
    figures: asOrdinary,
    instants: { blockOffAt: 120, takeoffAt: 360, landingAt: 2_114, blockOnAt: 2_460 },
    basis: distanceEstimated,
    notes: /2 position|1 position/,
    phase: 'arrived',
  },
  {
    name: '0/0 from the menu after the landing, for as long as somebody looks at it',
    said: [...ordinary, ...[1, 2, 3].map((each) => at(2_520 + each * 5, 0, 0, 0, { ...menu, fuelLb: 0 }))],
    figures: asOrdinary,
    instants: { landingAt: 2_114, blockOnAt: 2_460 },
    basis: distanceEstimated,
    notes: /3 position/,
    phase: 'arrived',
  },
  {
    name: 'two clients on one flight, 4,000 nm apart',
    said: together(...ordinary.slice(2, 12).map(({ s }) => at(s + 2, 4_000, 440, 36_000))),
    figures: { distanceNm: 126.6, flightTimeMin: 39, landingRateFpm: -210 },
    basis: distanceEstimated,
    notes: /10 position/,
    phase: 'arrived',
  },
  {
    name: 'a flight at four times the speed of time',
    said: ordinary.map((said) => (said.s <= 600 ? said : { ...said, s: 600 + (said.s - 600) / 4 })),
    figures: { ...asOrdinary, flightTimeMin: 16 },
    notes: null,
  },
  {
    name: 'a helicopter without gear data',
    said: helicopter,
    figures: { landingRateFpm: -120 },
    instants: { takeoffAt: 50, landingAt: 720, blockOnAt: 720 },
    basis: { takeoffAt: 'estimated', landingAt: 'estimated' },
    notes: null,
    phase: 'arrived',
  },
  {
    name: 'a seaplane, on the ground never',
    said: changed(() => ({ onGround: false })),
    figures: { flightTimeMin: 39, fuelUsedLb: 1_990, blockFuelLb: 9_990 },
    instants: { blockOffAt: 120, takeoffAt: 360 },
    basis: { takeoffAt: 'estimated', landingAt: 'estimated' },
    notes: null,
    phase: 'arrived',
  },
  {
    name: 'a balloon: slow, and seldom straight down',
    said: [
      at(0, 0, 0, 1_400),
      at(60, 0.01, 3, 1_500, { verticalSpeedFpm: 200 }),
      at(1_800, 2.5, 6, 3_000),
      at(3_590, 5, 4, 1_420, { verticalSpeedFpm: -150 }),
      at(3_600, 5.01, 2, 1_400, { verticalSpeedFpm: 0 }),
      at(3_620, 5.01, 0, 1_400),
    ],
    figures: { flightTimeMin: 59, landingRateFpm: null },
    instants: { takeoffAt: 60, landingAt: 3_600, blockOnAt: 3_620 },
    notes: null,
    phase: 'arrived',
  },
  {
    name: 'no altitude, no word about the ground, no vertical speed',
    said: changed(() => ({ altitudeMslFt: null, onGround: null, verticalSpeedFpm: null })),
    figures: { flightTimeMin: 39, distanceNm: 126.6, landingRateFpm: null },
    basis: { takeoffAt: 'estimated', landingAt: 'estimated' },
    notes: null,
    phase: 'arrived',
  },
  {
    name: 'no word about the ground',
    said: changed(() => ({ onGround: null })),
    figures: { ...asOrdinary },
    basis: { takeoffAt: 'estimated', landingAt: 'estimated', landingRateFpm: 'estimated' },
    notes: null,
    phase: 'arrived',
  },
  {
    name: 'reports that end in the air',
    said: ordinary.filter(({ s }) => s <= 1_800),
    figures: { flightTimeMin: 28, landingRateFpm: null },
    instants: { landingAt: null },
    basis: { blockOnAt: 'estimated', flightTimeMin: 'estimated' },
    notes: /The reports end in the air/,
  },
  {
    name: 'a climb that was missed: taxi, then FL350, then the stand',
    said: ordinary.filter(({ s }) => s < 360 || s === 1_200 || s > 2_400),
    figures: { flightTimeMin: 39 },
    instants: { takeoffAt: 1_200 },
    notes: null,
    phase: 'arrived',
  },
  {
    name: 'a whole flight that was missed',
    said: ordinary.filter(({ s }) => s < 360 || s > 2_140),
    figures: { flightTimeMin: 39, landingRateFpm: null },
    basis: { takeoffAt: 'estimated', landingAt: 'estimated', distanceNm: 'estimated' },
    notes: null,
    phase: 'arrived',
  },
  {
    name: 'first seen in the air',
    said: ordinary.filter(({ s }) => s >= 600),
    figures: { blockFuelLb: null, fuelUsedLb: 1_400, flightTimeMin: 31 },
    basis: { blockOffAt: 'estimated', fuelUsedLb: 'estimated', flightTimeMin: 'estimated' },
    notes: null,
  },
  {
    name: 'across the antimeridian',
    said: ordinary.map((said) => placed(said, (nm) => ({ lat: 0, lon: wrap(179 + nm / 60.04) }))),
    figures: { distanceNm: 126.6 },
    notes: null,
  },
  {
    name: 'over the pole',
    said: ordinary.map((said) =>
      placed(said, (nm) => (nm < 60.04 ? { lat: 89 + nm / 60.04, lon: 10 } : { lat: 91 - nm / 60.04, lon: -170 })),
    ),
    figures: { distanceNm: 126.6 },
    notes: null,
  },
];

function moved(said: Said, nm: number): Said {
  const lat = (said.position?.lat ?? 0) + nm / 60.04;
  return { ...said, position: { ...said.position, lat: Math.min(89, lat) } };
}

function placed(said: Said, place: (nm: number) => { lat: number; lon: number }): Said {
  const nm = ((said.position?.lat ?? 0) - north(0).lat) * 60.04;
  return { ...said, position: { ...said.position, ...place(nm) } };
}

function wrap(lon: number): number {
  return lon > 180 ? lon - 360 : lon;
}
