import { figuresAt } from '../sortie.ts';

/** What a client with every instrument reports: each field of the wire, in digits that no storage keeps. */
export function readingsAt({ number, index, share }: { number: number; index: number; share: number }): object {
  const { altitudeFt, speedKt, phase } = figuresAt(share);
  const isOnGround = share < 0.15 || share >= 0.9;
  const isDescending = share >= 0.7 && share < 0.9;
  /** Another figure at each report, in no order. */
  const wobble = ((index * 37 + number * 11) % 100) / 97;
  return {
    heading: index % 9 === 0 ? 360 : 90 + wobble,
    altitude_msl: altitudeFt + wobble,
    altitude_agl: isOnGround ? 0 : 500 + altitudeFt / 100,
    // It leaves its stand with the first report, and stands only when it has arrived.
    gs: phase === 'boarding' ? 3 : speedKt,
    ias: speedKt + 10 * wobble,
    vs: isDescending ? -(640 + (index % 7) * 17.3) : isOnGround ? 0 : 1_200 + wobble,
    fuel: fuelAt(share),
    fuel_flow: 2_000 + 100 * wobble,
    distance: 3 * share + wobble / 100,
    phase,
    transponder: 2_000 + (index % 8),
    autopilot: index % 3 === 0 ? index % 2 === 0 : 'LNAV',
    on_ground: isOnGround,
    sim_time: `12:${String(index % 60).padStart(2, '0')}:07`,
    // Some instruments fail now and then.
    ...(index % 4 === 0 ? {} : { oat: -40 + wobble, wind_dir: 280 * wobble, wind_speed: 40 * wobble }),
    ...(index % 5 === 0 ? {} : { g_force: 1 + wobble / 10, pitch: 2.5 - wobble, bank: wobble - 0.5, sim_rate: 1 }),
    paused: isPausedAt(number, share),
    slew: false,
  };
}

/** Some pilots pause in the cruise. */
function isPausedAt(number: number, share: number): boolean {
  return number % 3 === 0 && share >= 0.4 && share < 0.65;
}

/** None is burnt on the ground: how it is counted there depends on which report is seen first. */
function fuelAt(share: number): number {
  return 8_000 - 3_000.123 * (Math.min(Math.max(share, 0.15), 0.9) - 0.15);
}
