import { isRefusal } from '../../../src/tracking/refusals.ts';
import { type Liar, liar } from './liar.ts';

const states = { accept: 'accepted', reject: 'rejected' } as const;

export const decidingLiars: readonly Liar[] = [
  liar('says that it decided', 'decide: accepted and rejected once', () => ({
    decidePirep: async (pirepId, { decision }) => ({ pirepId, state: states[decision] }),
  })),
  liar('undoes what another decided', 'decide: accepted and rejected once', (honest) => ({
    decidePirep: async (pirepId, { decision }) => {
      const from = ['pending', 'accepted', 'rejected'] as const;
      return (await honest.decidePirep?.(pirepId, { decision, from })) ?? { pirepId, state: 'pending' };
    },
  })),
  liar('decides nothing of a PIREP that is not filed, and says nothing', 'decide: what is not filed', (honest) => ({
    decidePirep: async (pirepId, wish) => {
      const open = { pirepId, state: 'open' } as const;
      const answer = honest.decidePirep?.(pirepId, wish).catch((error: unknown) => {
        if (isRefusal(error, 'crew-center-refused')) return open;
        throw error;
      });
      return (await answer) ?? open;
    },
  })),
  liar('lists nothing that waits', 'decide: what waits for the staff', () => ({
    listPending: async () => [],
  })),
  liar('lists what was decided', 'decide: what waits for the staff', (honest) => {
    const seen = new Set<string>();
    return {
      listPending: async (limit) => {
        for (const id of (await honest.listPending?.(limit)) ?? []) seen.add(id);
        return [...seen].slice(0, limit);
      },
    };
  }),
  liar('says that it corrected', 'correct: a figure is replaced once', () => ({
    correctPirep: async (pirepId) => ({ pirepId, state: 'accepted' }),
  })),
  liar('corrects the times alone', 'correct: a figure is replaced once', (honest) => ({
    correctPirep: async (pirepId, { at, by, reason, figures: { flightTimeMin = null } }) => {
      const correction = { at, by, reason, figures: { flightTimeMin } };
      return (await honest.correctPirep?.(pirepId, correction)) ?? { pirepId, state: 'pending' };
    },
  })),
  liar('drops comments of the staff', 'decide: a comment of the staff', () => ({
    commentPirep: async () => undefined,
  })),
];
