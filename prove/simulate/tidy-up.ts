import type { Flight } from '../../src/tracking/model.ts';
import { act } from './mischief/operators.ts';
import type { Scene } from './scene.ts';

const everyMs = 10_000;

/** When the faults have stopped the operator tries again, from time to time, what was set aside. */
export function tidyUp(world: Scene): void {
  world.life.after(
    everyMs,
    () => {
      const { tracking } = world.server ?? {};
      for (const { flight } of tracking?.flights ?? [])
        if (flight.setAside !== null && !isLost(world, flight))
          act(world, `tries ${flight.id} again`, async () => tracking?.operator.retryOutbox('operator', flight.id));
      tidyUp(world);
    },
    'operator',
  );
}

/** Whether it is set aside because its PIREP was deleted or cancelled there by hand: trying again does not bring it back. */
export function isLost(world: Scene, flight: Flight): boolean {
  if (flight.setAside?.includes('no longer has') !== true) return false;
  const { cancelledByStaff, deletedByStaff } = world.models.crew.host;
  const names = [flight.pirepId, ...flight.formerPirepIds, flight.receipt?.pirepId ?? null];
  return names.some((name) => name !== null && (cancelledByStaff.has(name) || deletedByStaff.has(name)));
}
