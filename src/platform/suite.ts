import { describe, test } from 'node:test';
import { aircraftChangeCases } from './suite/aircraft-change.ts';
import { bidCases } from './suite/bids.ts';
import { bookingCases } from './suite/booking.ts';
import { cancellingCases } from './suite/cancelling.ts';
import { charterCases } from './suite/charters.ts';
import { decidingCases } from './suite/deciding.ts';
import { notOfferedCase } from './suite/desk.ts';
import { deskOutageCase } from './suite/desk-outage.ts';
import { filingCases } from './suite/filing.ts';
import { freeFlightCases } from './suite/free-flights.ts';
import { listCases } from './suite/lists.ts';
import { logbookCases } from './suite/logbook.ts';
import { openingCases } from './suite/opening.ts';
import { outageCases } from './suite/outages.ts';
import { paperCases } from './suite/papers.ts';
import { pilotCases } from './suite/pilots.ts';
import { searchCases } from './suite/searching.ts';
import { underWayCases } from './suite/under-way.ts';
import type { OpenWorld, SuiteCase, SuiteWorld } from './suite/world.ts';

export type {
  BidInHost,
  DeskFixtures,
  DeskView,
  Fixtures,
  HostView,
  OpenWorld,
  Outage,
  PirepInHost,
  SuitePilot,
  SuiteWorld,
} from './suite/world.ts';

const cases: readonly SuiteCase[] = [
  ...pilotCases,
  ...bidCases,
  ...freeFlightCases,
  ...openingCases,
  ...underWayCases,
  ...filingCases,
  ...cancellingCases,
  ...decidingCases,
  ...outageCases,
  notOfferedCase,
  ...searchCases,
  ...bookingCases,
  ...charterCases,
  ...aircraftChangeCases,
  ...logbookCases,
  ...listCases,
  deskOutageCase,
  ...paperCases,
];

/**
 * What every adapter must do, as tests of `node:test`: acts through the port and confirms in the host by another path.
 * What the adapter's capabilities claim must hold; what they deny must be refused, or do nothing.
 * @param open makes a world of its own for every case; the suite disposes it.
 */
export function platformSuite(name: string, open: OpenWorld): void {
  describe(`platform suite: ${name}`, () => {
    for (const each of cases) test(each.name, () => runCase(each, open));
  });
}

export const caseNames: readonly string[] = cases.map((each) => each.name);

/** The same without a test runner: of the named cases those that failed, with why. So the suite itself is held against liars. */
export async function collectFailures(
  open: OpenWorld,
  names: readonly string[] = caseNames,
): Promise<ReadonlyMap<string, unknown>> {
  const failures = new Map<string, unknown>();
  for (const each of cases.filter(({ name }) => names.includes(name))) {
    await runCase(each, open).catch((error: unknown) => failures.set(each.name, error));
  }
  return failures;
}

async function runCase(each: SuiteCase, open: OpenWorld): Promise<void> {
  const world: SuiteWorld = await open();
  try {
    await each.run(world);
  } finally {
    await world.dispose();
  }
}
