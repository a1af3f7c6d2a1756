import type { HostFlight, HostPirep, Platform } from '../../port.ts';
import type { SuiteWorld } from '../world.ts';

/** A way in which an adapter may be wrong, and the case that must find it. */
export interface Liar {
  readonly lie: string;
  /** How the name of that case begins. */
  readonly caughtBy: string;
  /** What it does differently from the honest one. Called for every opened platform of a world. */
  readonly differently: (honest: Platform, world: SuiteWorld) => Partial<Platform>;
}

export function liar(lie: string, caughtBy: string, differently: Liar['differently']): Liar {
  return { lie, caughtBy, differently };
}

/** What a liar answers who has filed nothing. */
export function pendingOf({ pirepId }: HostFlight): HostPirep {
  return { pirepId: pirepId ?? 'nothing', state: 'pending' };
}
