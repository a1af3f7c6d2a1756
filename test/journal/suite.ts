import { describe, test } from 'node:test';
import { changeCases } from './suite/changes.ts';
import { crashCases } from './suite/crashes.ts';
import { paperCases } from './suite/documents.ts';
import { failureCases } from './suite/failures.ts';
import { forgettingCases } from './suite/forgetting.ts';
import { orderCases } from './suite/order.ts';
import { reportCases } from './suite/reports.ts';
import { sealCases } from './suite/seals.ts';
import type { JournalCase, JournalWorld } from './suite/world.ts';

const cases: readonly JournalCase[] = [
  ...reportCases,
  ...orderCases,
  ...paperCases,
  ...sealCases,
  ...changeCases,
  ...forgettingCases,
  ...crashCases,
];

/**
 * What every implementation of `Journal` must do, as tests of `node:test`.
 * @param open makes an empty world for every case; the suite disposes it
 * @param offers whether its worlds have `storage`, whose cases run then
 */
export function journalSuite(
  name: string,
  open: () => Promise<JournalWorld>,
  offers: { readonly storage: boolean },
): void {
  describe(`journal suite: ${name}`, () => {
    for (const each of offers.storage ? [...cases, ...failureCases] : cases) test(each.name, () => runCase(each, open));
  });
}

async function runCase(each: JournalCase, open: () => Promise<JournalWorld>): Promise<void> {
  const world = await open();
  try {
    await each.run(world);
  } finally {
    await world.dispose();
  }
}
