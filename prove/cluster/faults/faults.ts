import { cuts } from './cuts.ts';
import { deaths } from './deaths.ts';
import type { Fault } from './fault.ts';
import { machines } from './machines.ts';
import { pauses } from './pauses.ts';
import { restarts } from './restarts.ts';

/** Each kind of fault that the proof knows. */
export const faults: readonly Fault[] = [...deaths, ...cuts, ...restarts, ...machines, ...pauses];
