import { loadConfig } from '../../src/config/config.ts';
import { Secret } from '../../src/lib/secret.ts';
import { digest } from '../../src/lib/tokens.ts';
import { trackingOptions } from '../../src/server/tracker.ts';
import type { TrackingOptions } from '../../src/tracking/options.ts';
import { createTracking, type Tracking } from '../../src/tracking/tracking.ts';
import type { Draws } from './chance.ts';

type Needs = Parameters<typeof createTracking>[0];

/** The core of a process of the simulation, over the models that are given; @param options - in the place of the usual ones */
export function openTracking(options: Partial<TrackingOptions>, needs: Omit<Needs, 'options'>): Tracking {
  return createTracking({ ...needs, options: { ...trackingOptions(loadConfig({})), ...options } });
}

/** What is drawn by chance in a process, from its seed. */
export function tokensOf(draws: Draws) {
  return {
    newToken: () => draws.text(43),
    newId: () => draws.text(16),
    digest,
    wrap: (text: string) => new Secret(text),
  };
}
