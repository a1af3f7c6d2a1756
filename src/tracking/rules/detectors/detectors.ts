import { crash } from './crash.ts';
import type { Detector } from './detector.ts';
import { emergency } from './emergency.ts';
import { fuelAtLanding } from './fuel-at-landing.ts';
import { gapBeforeTouchdown } from './gap-before-touchdown.ts';
import { goAround } from './go-around.ts';
import { jumped } from './jumped.ts';
import { landing } from './landing.ts';
import { lights } from './lights.ts';
import { offPlan } from './off-plan.ts';
import { offline } from './offline.ts';
import { otherAircraft } from './other-aircraft.ts';
import { overrun } from './overrun.ts';
import { paused } from './paused.ts';
import { refuelled } from './refuelled.ts';
import { early, late } from './schedule.ts';
import { simRate } from './sim-rate.ts';
import { slewed } from './slewed.ts';
import { speedBelow10000 } from './speed-below-10000.ts';
import { taxiSpeed } from './taxi-speed.ts';
import { touchAndGo } from './touch-and-go.ts';
import { unstableApproach } from './unstable-approach.ts';

/** Every detector. To add one: a file here, and a line; its name stays for good, as rules refer to it. */
export const detectors: readonly Detector[] = [
  paused,
  slewed,
  simRate,
  jumped,
  refuelled,
  otherAircraft,
  taxiSpeed,
  speedBelow10000,
  lights,
  offPlan,
  gapBeforeTouchdown,
  unstableApproach,
  goAround,
  touchAndGo,
  landing,
  overrun,
  crash,
  emergency,
  fuelAtLanding,
  late,
  early,
  offline,
];

/** The same by their names. */
export const detectorsByName: ReadonlyMap<string, Detector> = new Map(detectors.map((each) => [each.name, each]));
