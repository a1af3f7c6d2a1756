import type { WirePosition } from '../../../src/tracking/position/position.ts';
import type { Draws } from '../chance.ts';

/** What an aircraft shows: every column of the table of a position beside its place, number and time. */
export type Shown = Omit<WirePosition, 'lat' | 'lon' | 'seq' | 'recorded_at'> & {
  readonly altitude_msl: number;
  readonly gs: number;
  readonly phase: string;
};

/** Columns that a client may leave out of any report. */
const optional = new Set<keyof Shown>([
  ...(['heading', 'altitude_agl', 'ias', 'fuel_flow', 'distance', 'transponder', 'autopilot', 'sim_time'] as const),
  ...(['oat', 'wind_dir', 'wind_speed', 'g_force', 'pitch', 'bank', 'sim_rate', 'slew'] as const),
  ...(['heading_mag', 'flaps', 'gear_up', 'throttle_pct', 'eng_n1_avg_pct', 'spoilers_pct', 'nav_lights'] as const),
  ...(['beacon_lights', 'strobe_lights', 'landing_lights', 'taxi_lights', 'logo_lights', 'wing_lights'] as const),
  ...(['stall_warning', 'overspeed_warning'] as const),
]);

/** The instruments of one flight. No two reports show the same: of which report a figure is can be told from it. */
export class Instruments {
  readonly #draws: Draws;
  readonly #length: number;
  /** What this client never reports. */
  readonly #lacks = new Set<keyof Shown>();
  /** Share of the flight at which it is paused, and goes on. */
  readonly #pause: readonly [number, number];
  /** Share at which it is refuelled in the air. */
  readonly #refuelled: number;
  #fuelLb: number;

  constructor(draws: Draws, length: number) {
    this.#draws = draws;
    this.#length = length;
    if (draws.happens(0.1)) this.#lacks.add('on_ground').add('altitude_agl');
    for (const name of ['vs', 'fuel', 'paused'] as const) if (draws.happens(0.1)) this.#lacks.add(name);
    const from = draws.happens(0.4) ? draws.between(0.1, 1) : 2;
    this.#pause = [from, draws.happens(0.3) ? 2 : from + draws.between(0.05, 0.4)];
    this.#refuelled = draws.happens(0.15) ? draws.between(0.4, 0.7) : 2;
    this.#fuelLb = draws.between(9_000, 40_000);
  }

  /** What they show at the report with this number. */
  at(index: number): Shown {
    const share = index / this.#length;
    const all = { ...this.#flown(share), ...this.#weather(), ...this.#handles() };
    const shown = Object.entries(all).filter(([name]) => !this.#isLeftOut(name as keyof Shown));
    return Object.fromEntries(shown) as unknown as Shown;
  }

  #isLeftOut(name: keyof Shown): boolean {
    return this.#lacks.has(name) || (optional.has(name) && this.#draws.happens(0.1));
  }

  #flown(share: number): Shown {
    const { altitudeFt, speedKt, climbFpm, phase, isOnGround } = flownAt(share);
    const near = (figure: number, by: number, digits: number) => this.#between(figure - by, figure + by, digits);
    this.#fuelLb -= speedKt === 0 ? 0 : this.#between(5, 60, 1) / Math.max(1, this.#length / 50);
    if (share >= this.#refuelled && share < this.#refuelled + 1 / this.#length) this.#fuelLb += 5_000;
    return {
      altitude_msl: near(altitudeFt, 30, 3),
      altitude_agl: isOnGround ? this.#between(0, 9, 3) : near(altitudeFt - 1_300, 30, 3),
      gs: speedKt === 0 ? 0 : near(speedKt, 5, 3),
      ias: near(speedKt, 9, 3),
      vs: isOnGround ? this.#between(-90, 20, 2) : near(climbFpm, 300, 2),
      heading: this.#between(0, 359.9, 2),
      fuel: Number(this.#fuelLb.toFixed(3)),
      fuel_flow: this.#between(0, 5_000, 2),
      distance: this.#between(0, 900, 4),
      on_ground: isOnGround,
      paused: share >= this.#pause[0] && share < this.#pause[1],
      phase,
    };
  }

  #weather(): Partial<Shown> {
    const draws = this.#draws;
    return {
      transponder: draws.pick<string | number>(['2000', String(draws.whole(1_000, 7_777)), draws.whole(1_000, 7_777)]),
      autopilot: draws.pick<string | boolean>([true, false, 'LNAV', 'VNAV']),
      sim_time: `${String(draws.whole(0, 23)).padStart(2, '0')}:${draws.whole(10, 59)}:${draws.whole(10, 59)}`,
      oat: this.#between(-60, 40, 2),
      wind_dir: this.#between(0, 359.9, 2),
      wind_speed: this.#between(0, 150, 2),
      g_force: this.#between(0.5, 2, 5),
      pitch: this.#between(-20, 20, 4),
      bank: this.#between(-40, 40, 4),
      sim_rate: draws.pick([1, 1, 1, 2, 0.5]),
      slew: draws.happens(0.1),
    };
  }

  #handles(): Partial<Shown> {
    const draws = this.#draws;
    const lights = ['nav', 'beacon', 'strobe', 'landing', 'taxi', 'logo', 'wing'] as const;
    return {
      heading_mag: this.#between(0, 359.9, 2),
      flaps: draws.pick([0, 1, 5, 15, 30, 22.5]),
      gear_up: draws.happens(0.5),
      throttle_pct: this.#between(-20, 100, 3),
      eng_n1_avg_pct: this.#between(0, 104, 3),
      spoilers_pct: this.#between(0, 100, 3),
      ...Object.fromEntries(lights.map((name) => [`${name}_lights`, draws.happens(0.5)])),
      stall_warning: draws.happens(0.1),
      overspeed_warning: draws.happens(0.1),
    };
  }

  #between(from: number, to: number, digits: number): number {
    return Number(this.#draws.between(from, to).toFixed(digits));
  }
}

interface Flown {
  readonly altitudeFt: number;
  readonly speedKt: number;
  readonly climbFpm: number;
  readonly phase: string;
  readonly isOnGround: boolean;
}

/** How an aircraft flies at this share of its flight. */
function flownAt(share: number): Flown {
  const ground = { altitudeFt: 1_400, climbFpm: 0, isOnGround: true };
  if (share < 0.05) return { ...ground, speedKt: 0, phase: 'boarding' };
  if (share < 0.15) return { ...ground, speedKt: 15, phase: 'taxi' };
  const air = { isOnGround: false };
  if (share < 0.35)
    return { ...air, altitudeFt: 1_500 + share * 20_000, speedKt: 220, climbFpm: 1_500, phase: 'climb' };
  if (share < 0.7) return { ...air, altitudeFt: 24_000, speedKt: 430, climbFpm: 0, phase: 'cruise' };
  if (share < 0.9)
    return { ...air, altitudeFt: 1_600 + (1 - share) * 20_000, speedKt: 180, climbFpm: -700, phase: 'descent' };
  if (share < 0.97) return { ...ground, speedKt: 12, phase: 'taxi-in' };
  return { ...ground, speedKt: 0, phase: 'arrived' };
}
