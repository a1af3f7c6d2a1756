import type { World } from '../../test/world.ts';
import { type CrewCenter, isPoisonous, nameOf } from './crew-center.ts';
import type { OutagePilot } from './pilot.ts';

/** What the crew center has when all is over, beside what pilots were acknowledged. */
export interface Findings {
  readonly reports: number;
  readonly poisonous: number;
  readonly lost: number;
  readonly twice: number;
  /** Flights whose reports came in another order. */
  readonly disordered: number;
  /** Poisonous reports that the operator is not told of, and others that the operator is told of. */
  readonly unnamed: number;
  readonly misnamed: number;
  /** Flights without exactly one filed PIREP; PIREPs of no flight. */
  readonly withoutPirep: number;
  readonly surplusPireps: number;
  /** Flights that still wait for the crew center. */
  readonly waiting: number;
}

/** States of PIREPs that are filed: pending, accepted. */
const filedStates = new Set([1, 2]);

export async function inspect(world: World, crew: CrewCenter, pilots: readonly OutagePilot[]): Promise<Findings> {
  const counts = pilots.map((pilot) => compare(pilot.sent, crew.namesOf(pilot.flightId ?? '')));
  const sum = (pick: (count: (typeof counts)[number]) => number) => counts.reduce((all, one) => all + pick(one), 0);
  return {
    reports: pilots.reduce((all, { sent }) => all + sent.length, 0),
    poisonous: pilots.reduce((all, { poisonous }) => all + poisonous.length, 0),
    lost: sum(({ lost }) => lost),
    twice: sum(({ surplus }) => surplus),
    disordered: sum(({ isDisordered }) => (isDisordered ? 1 : 0)),
    ...(await compareNamed(world, pilots)),
    ...(await comparePireps(world, pilots)),
    waiting: (await world.tracking.operator.listOutbox()).length,
  };
}

function compare(sent: readonly string[], came: readonly string[]) {
  const [wasSent, hasCome] = [new Set(sent), new Set(came)];
  const order = sent.filter((name) => hasCome.has(name));
  const known = [...hasCome].filter((name) => wasSent.has(name));
  return {
    lost: sent.length - order.length,
    surplus: came.length - order.length,
    isDisordered: known.join() !== order.join(),
  };
}

/** What the operator's log names as set aside, each report by its flight and number. */
async function compareNamed(world: World, pilots: readonly OutagePilot[]) {
  const audit = await world.journal.listAudit(1_000_000);
  const named = new Set(audit.filter(({ action }) => action === 'report-set-aside').map(({ subject }) => subject));
  let [unnamed, found] = [0, 0];
  for (const { flightId, poisonous } of pilots) {
    const flight = await world.journal.readFlight({ flightId: flightId ?? '' });
    const reports = await world.journal.readReports(flight?.number ?? 0);
    const numbers = new Map(reports.filter(isPoisonous).map((report) => [nameOf(report), report.number]));
    for (const name of poisonous) {
      if (named.has(`${flightId}#${numbers.get(name)}`)) found += 1;
      else unnamed += 1;
    }
  }
  return { unnamed, misnamed: named.size - found };
}

async function comparePireps(world: World, pilots: readonly OutagePilot[]) {
  const pireps = world.pireps();
  const filed = pireps.filter(({ state }) => filedStates.has(state)).map(({ id }) => id);
  const flights = await Promise.all(
    pilots.map(({ flightId }) => world.journal.readFlight({ flightId: flightId ?? '' })),
  );
  const ids = new Set(flights.flatMap((flight) => flight?.receipt?.pirepId ?? []));
  return {
    withoutPirep: pilots.length - filed.filter((id) => ids.has(id)).length,
    surplusPireps: pireps.filter(({ id }) => !ids.has(id)).length,
  };
}

export function isFaultless({ reports, poisonous, ...wrong }: Findings): boolean {
  return reports > 0 && poisonous > 0 && Object.values(wrong).every((count) => count === 0);
}

export function describeFindings(found: Findings): string {
  return (
    `${found.reports} reports: ${found.lost} lost, ${found.twice} twice, ${found.disordered} flights out of order; ` +
    `${found.poisonous} that the crew center cannot store: ${found.unnamed} not named to the operator, ${found.misnamed} named wrongly; ` +
    `${found.withoutPirep} flights without their PIREP, ${found.surplusPireps} PIREPs too many, ${found.waiting} still waiting`
  );
}

/** Only what should be none, for the trial of the proof. */
export function describeWrong({ reports, poisonous, ...wrong }: Findings): string {
  if (reports === 0 || poisonous === 0) return 'nothing was reported';
  return Object.entries(wrong)
    .flatMap(([name, count]) => (count === 0 ? [] : [`${name} ${count}`]))
    .join(', ');
}
