import type { HostFlight, HostPirep, Platform } from '../../../src/platform/port.ts';
import type { SuiteWorld } from '../../../src/platform/suite/world.ts';

/** A defect of an adapter, and the case that must find it. */
export interface Liar {
  readonly lie: string;
  /** How the name of that case begins. */
  readonly caughtBy: string;
  /** Returns the methods that differ from the honest adapter. Called for every opened platform of a world. */
  readonly differently: (honest: Platform, world: SuiteWorld) => Partial<Platform>;
}

export function liar(lie: string, caughtBy: string, differently: Liar['differently']): Liar {
  return { lie, caughtBy, differently };
}

/** The result of a liar that has filed nothing. */
export function pendingOf({ pirepId }: HostFlight): HostPirep {
  return { pirepId: pirepId ?? 'nothing', state: 'pending' };
}
