import { loadConfig } from '../../src/config/config.ts';
import { Secret } from '../../src/lib/secret.ts';
import { digest } from '../../src/lib/tokens.ts';
import { trackingOptions } from '../../src/server/tracker.ts';
import type { TrackingOptions } from '../../src/tracking/options.ts';
import { createTracking, type Tracking } from '../../src/tracking/tracking.ts';
import type { Draws } from './chance.ts';

type Needs = Parameters<typeof createTracking>[0];

/** Options of the core that are set in the place of the usual ones. */
export type SimulatedOptions = Partial<Omit<TrackingOptions, 'limits'>> & {
  readonly limits?: Partial<TrackingOptions['limits']>;
};

/** The core of a process of the simulation, over the models that are given; @param options - in the place of the usual ones */
export function openTracking({ limits, ...options }: SimulatedOptions, needs: Omit<Needs, 'options'>): Tracking {
  const usual = trackingOptions(loadConfig({}));
  return createTracking({ ...needs, options: { ...usual, ...options, limits: { ...usual.limits, ...limits } } });
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
