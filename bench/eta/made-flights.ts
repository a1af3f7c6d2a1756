import { distanceNm, type Place } from '../../src/lib/geo.ts';

/** A flight by rule: how it is flown, and what its plan says. */
export interface MadeFlight {
  readonly name: string;
  readonly from: Place;
  readonly to: Place;
  /** True airspeed in the cruise, and the altitude. */
  readonly cruiseKt: number;
  readonly cruiseFt: number;
  readonly climbFpm: number;
  /** Wind along the route, kt, tail positive, by the share of the route that is flown. */
  readonly wind: (share: number) => number;
  /** Largest distance from the great circle, nm: the route is a bow. */
  readonly bowNm?: number;
  /** Minutes in a holding, 40 nm before the arrival. */
  readonly holdMin?: number;
  /** Length of the way around the airport before it lands, nm. */
  readonly arrivalNm?: number;
  readonly plan: { readonly distanceNm: number | null; readonly minutes: number | null };
}

/** One position each ten seconds, from the takeoff to the touchdown. */
export interface Sample {
  readonly t: number;
  readonly lat: number;
  readonly lon: number;
  readonly altitudeMslFt: number;
  readonly groundSpeedKt: number;
  readonly verticalSpeedFpm: number;
}

const stepS = 10;
const radians = Math.PI / 180;

const zurich = { lat: 47.458, lon: 8.548 };
const london = { lat: 51.471, lon: -0.461 };
const newYork = { lat: 40.64, lon: -73.779 };
const tokyo = { lat: 35.765, lon: 140.386 };
const losAngeles = { lat: 33.943, lon: -118.408 };
const geneva = { lat: 46.238, lon: 6.109 };
const bern = { lat: 46.914, lon: 7.497 };
const singapore = { lat: 1.35, lon: 103.994 };
const sydney = { lat: -33.946, lon: 151.177 };
const oslo = { lat: 60.194, lon: 11.1 };

const airliner = { cruiseFt: 36_000, climbFpm: 1_900 };
const noPlan = { distanceNm: null, minutes: null };

/** Ten flights, longer than the great circle by as much as real ones are, with what makes arrivals late and early: wind that turns, detours, holdings, schedules that are wrong. */
export const madeFlights: readonly MadeFlight[] = [
  {
    name: 'London–New York, headwind that grows',
    from: london,
    to: newYork,
    cruiseKt: 480,
    ...airliner,
    wind: (share) => -20 - 70 * share,
    bowNm: 330,
    arrivalNm: 25,
    plan: { distanceNm: 3_080, minutes: 470 },
  },
  {
    name: 'New York–London, jet stream at the start',
    from: newYork,
    to: london,
    cruiseKt: 480,
    ...airliner,
    wind: (share) => 110 - 90 * share,
    bowNm: 290,
    arrivalNm: 20,
    plan: { distanceNm: 3_060, minutes: 405 },
  },
  {
    name: 'Tokyo–Los Angeles, across the date line',
    from: tokyo,
    to: losAngeles,
    cruiseKt: 485,
    ...airliner,
    wind: (share) => 60 * Math.sin(share * 3),
    bowNm: 570,
    arrivalNm: 30,
    plan: { distanceNm: 4_900, minutes: 600 },
  },
  {
    name: 'Singapore–Sydney, no plan',
    from: singapore,
    to: sydney,
    cruiseKt: 470,
    ...airliner,
    wind: (share) => 10 + 40 * share,
    bowNm: 330,
    arrivalNm: 15,
    plan: noPlan,
  },
  {
    name: 'Zürich–London, twelve minutes of holding',
    from: zurich,
    to: london,
    cruiseKt: 440,
    ...airliner,
    wind: () => -35,
    bowNm: 15,
    holdMin: 12,
    arrivalNm: 20,
    plan: { distanceNm: 430, minutes: 100 },
  },
  {
    name: 'London–Zürich, schedule 25 minutes too long',
    from: london,
    to: zurich,
    cruiseKt: 440,
    ...airliner,
    wind: () => 30,
    bowNm: 20,
    arrivalNm: 30,
    plan: { distanceNm: 425, minutes: 125 },
  },
  {
    name: 'Oslo–Geneva, great circle as the plan',
    from: oslo,
    to: geneva,
    cruiseKt: 450,
    ...airliner,
    wind: (share) => -15 + 30 * share,
    bowNm: 90,
    arrivalNm: 18,
    plan: { distanceNm: 849, minutes: 145 },
  },
  {
    name: 'Bern–Geneva, light aircraft',
    from: bern,
    to: geneva,
    cruiseKt: 110,
    cruiseFt: 6_500,
    climbFpm: 600,
    wind: () => -15,
    bowNm: 4,
    arrivalNm: 6,
    plan: noPlan,
  },
  {
    name: 'Geneva–Zürich, turboprop',
    from: geneva,
    to: zurich,
    cruiseKt: 270,
    cruiseFt: 17_000,
    climbFpm: 1_200,
    wind: () => 25,
    bowNm: 10,
    arrivalNm: 22,
    plan: { distanceNm: 135, minutes: 55 },
  },
  {
    name: 'Zürich–Singapore, twelve hours',
    from: zurich,
    to: singapore,
    cruiseKt: 485,
    ...airliner,
    wind: (share) => 45 * Math.cos(share * 5),
    bowNm: 580,
    arrivalNm: 20,
    plan: { distanceNm: 5_700, minutes: 750 },
  },
];

/** Returns every position of the flight, one each ten seconds; the last is the touchdown. */
export function fly(made: MadeFlight): readonly Sample[] {
  const { from, to, arrivalNm = 0, holdMin = 0 } = made;
  const wayNm = distanceNm(from, to) + bowLength(made);
  const totalNm = wayNm + arrivalNm;
  const samples: Sample[] = [];
  let [doneNm, heldS, t] = [0, 0, 0];
  while (doneNm < totalNm) {
    const leftNm = totalNm - doneNm;
    const isHolding = leftNm < 40 + arrivalNm && heldS < holdMin * 60;
    const altitude = altitudeAt(made, t, leftNm);
    const kt = speedAt(made, altitude, leftNm) + made.wind(doneNm / totalNm) * Math.min(1, altitude / 20_000);
    const place = placeAt(made, Math.min(1, doneNm / wayNm), isHolding ? heldS : 0, Math.max(0, doneNm - wayNm));
    const vs = Math.round((altitude - (samples.at(-1)?.altitudeMslFt ?? altitude)) * (60 / stepS));
    samples.push({ t, ...place, altitudeMslFt: altitude, groundSpeedKt: kt, verticalSpeedFpm: vs });
    if (isHolding) heldS += stepS;
    else doneNm += (kt * stepS) / 3_600;
    t += stepS;
  }
  return samples;
}

function altitudeAt({ climbFpm, cruiseFt }: MadeFlight, t: number, leftNm: number): number {
  return Math.round(Math.max(0, Math.min(cruiseFt, (climbFpm * t) / 60, (leftNm / 3.1) * 1_000)));
}

/** Slow near the ground, and before the landing slower than after the takeoff. */
function speedAt({ cruiseKt, cruiseFt }: MadeFlight, altitudeFt: number, leftNm: number): number {
  const lowKt = cruiseKt * (cruiseKt > 200 ? 0.5 : 0.75);
  const share = Math.min(1, altitudeFt / Math.min(cruiseFt, 26_000));
  const kt = lowKt + (cruiseKt - lowKt) * share;
  return leftNm < 15 ? Math.min(kt, Math.max(70, Math.min(140, cruiseKt * 0.45))) : kt;
}

/** On the bow beside the great circle; around a point while it holds; turning around the airport at the end. */
function placeAt({ from, to, bowNm = 0 }: MadeFlight, share: number, heldS: number, aroundNm: number): Place {
  const held = heldS === 0 ? 0 : Math.sin(heldS / 38) * 3;
  const around = aroundNm === 0 ? 0 : Math.sin(Math.min(aroundNm, 20) / 7) * 5;
  return beside(from, to, share, bowNm * Math.sin(share * Math.PI) + held + around);
}

/** The length by which the bow is longer than the great circle. */
function bowLength({ from, to, bowNm = 0 }: MadeFlight): number {
  return (Math.PI ** 2 * bowNm ** 2) / (4 * distanceNm(from, to));
}

type Vector = readonly [number, number, number];

/** Returns the place at this share of the great circle, and so many miles to its left. */
function beside(from: Place, to: Place, share: number, offNm: number): Place {
  const [a, b] = [vector(from), vector(to)];
  const cross = [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]] as const;
  const sine = Math.hypot(...cross);
  const angle = Math.atan2(sine, a[0] * b[0] + a[1] * b[1] + a[2] * b[2]);
  const [p, q] = [Math.sin((1 - share) * angle) / sine, Math.sin(share * angle) / sine];
  const off = offNm / 3440.065;
  const at = (axis: 0 | 1 | 2) => (a[axis] * p + b[axis] * q) * Math.cos(off) + (cross[axis] / sine) * Math.sin(off);
  return { lat: Math.asin(Math.max(-1, Math.min(1, at(2)))) / radians, lon: Math.atan2(at(1), at(0)) / radians };
}

function vector({ lat, lon }: Place): Vector {
  const [phi, lambda] = [lat * radians, lon * radians];
  return [Math.cos(phi) * Math.cos(lambda), Math.cos(phi) * Math.sin(lambda), Math.sin(phi)];
}
