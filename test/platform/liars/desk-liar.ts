import type { PilotDesk } from '../../../src/platform/desk.ts';
import type { SuiteWorld } from '../../../src/platform/suite/world.ts';
import { type Liar, liar } from './liar.ts';

/** Creates a liar whose desk differs from the honest one, which offers every call. */
export function deskLiar(
  lie: string,
  caughtBy: string,
  differently: (honest: PilotDesk, world: SuiteWorld) => Partial<PilotDesk>,
): Liar {
  return liar(lie, caughtBy, ({ desk }, world) => ({
    desk: { ...desk, ...differently(desk as unknown as PilotDesk, world) },
  }));
}
