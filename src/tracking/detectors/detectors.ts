import type { Detector } from './detector.ts';
import { gapBeforeTouchdown } from './gap-before-touchdown.ts';
import { goAround } from './go-around.ts';
import { jumped } from './jumped.ts';
import { landing } from './landing.ts';
import { overrun } from './overrun.ts';
import { paused } from './paused.ts';
import { simRate } from './sim-rate.ts';
import { slewed } from './slewed.ts';
import { touchAndGo } from './touch-and-go.ts';

/** Every detector. To add one: a file here, and a line; its name stays for good, as rules refer to it. */
export const detectors: readonly Detector[] = [
  paused,
  slewed,
  simRate,
  jumped,
  gapBeforeTouchdown,
  goAround,
  touchAndGo,
  landing,
  overrun,
];
