import type { Flight } from '../../src/tracking/model.ts';
import { act } from './mischief/operators.ts';
import type { Scene } from './scene.ts';

const everyMs = 10_000;

type TidyScene = Scene & { broken(invariant: string, detail: string): void };

/** When the faults have stopped the operator tries again, from time to time, what was set aside. */
export function tidyUp(world: TidyScene): void {
  world.life.after(
    everyMs,
    () => {
      const { tracking } = world.server ?? {};
      for (const { flight } of tracking?.flights ?? []) {
        if (flight.setAside === null || isLost(world, flight)) continue;
        // What the operator repairs must not hide why it was to repair.
        if (!isForAReason(world, flight)) world.broken('ended-for-a-reason', `${flight.id}: ${flight.setAside}`);
        act(world, `tries ${flight.id} again`, async () => tracking?.operator.retryOutbox('operator', flight.id));
      }
      tidyUp(world);
    },
    'operator',
  );
}

/** Whether the crew center has refused it, or left its filing undone. */
function isForAReason({ models }: Scene, { id, setAside }: Flight): boolean {
  if (setAside?.includes('interrupted') === true) return true;
  const refused = ['openPirep', 'filePirep'].some((call) => models.crew.host.refused.has(`${call} of ${id}`));
  return refused && setAside?.includes('says no') === true;
}

/** Whether it is set aside because its PIREP was deleted or cancelled there by hand: trying again does not bring it back. */
export function isLost(world: Scene, flight: Flight): boolean {
  if (flight.setAside?.includes('no longer has') !== true) return false;
  const { cancelledByStaff, deletedByStaff } = world.models.crew.host;
  const names = [flight.pirepId, ...flight.formerPirepIds, flight.receipt?.pirepId ?? null];
  return names.some((name) => name !== null && (cancelledByStaff.has(name) || deletedByStaff.has(name)));
}
