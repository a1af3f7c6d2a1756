import type { Scene } from '../scene.ts';
import { firstOf, type Invariant } from './invariant.ts';

export const silenceIsCounted: Invariant = {
  name: 'silence-is-counted',
  sentence: 'A suspended flight knows when its last report came: it is abandoned by that, also after a restart.',
  onStart: findAll,
  onAnswer: findAll,
  atEnd: findAll,
};

function findAll(world: Scene): string | null {
  const suspended = world.models.disk.flights().filter(({ state }) => state === 'suspended');
  return firstOf(
    suspended.map(({ id, number, lastReportAt }) => {
      world.counters.count('suspended flights whose last report was looked for');
      const { sealed = [], raw = [] } = world.models.disk.tables.reports.get(number) ?? {};
      const last = raw.at(-1) ?? sealed.at(-1);
      if (last === undefined) return null;
      const { receivedAt } = last.kind === 'position' ? last.position : last.event;
      return lastReportAt >= receivedAt
        ? null
        : `flight ${id} is suspended, its last report came at ${receivedAt}, and it says ${lastReportAt}`;
    }),
  );
}
