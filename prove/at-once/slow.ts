import { setTimeout } from 'node:timers/promises';
import type { Platform } from '../../src/platform/port.ts';
import { slowed } from '../../test/slow-crew-center.ts';

const maxMs = 150;

/** A crew center that takes its time for each call and for each answer. */
export const slowly = (platform: Platform): Platform => slowed(platform, () => setTimeout(Math.random() * maxMs));
