import type { Galera } from '../../test/hosts/galera/galera.ts';
import type { Answers } from './answers.ts';
import type { Crew } from './crew.ts';
import type { ProvePilot } from './pilot.ts';

/** What is true of the crew center after a trial. */
export interface Findings {
  readonly flights: number;
  readonly positions: number;
  /** Acknowledged, and not in the track of the flight's PIREP. */
  readonly lost: number;
  readonly twice: number;
  /** Flights that were filed and have no PIREP, and PIREPs that no flight was finished with. */
  readonly missingPireps: number;
  readonly extraPireps: number;
  /** Sentences of what clients saw and should not have. */
  readonly complaints: readonly string[];
}

/** What is found in the crew center, and in the journal where that keeps no track. */
export interface Found {
  readonly crew: Crew;
  readonly galera: Galera;
}

export async function findOut(
  { crew, galera }: Found,
  pilots: readonly ProvePilot[],
  answers: Answers,
): Promise<Findings> {
  const stored = await crew.pireps(galera);
  const flown = pilots.flatMap((pilot) => pilot.flown);
  const finished = new Set(flown.map(({ pirepId }) => pirepId));
  let [lost, twice, missingPireps] = [0, 0, 0];
  for (const { pirepId, lats } of flown) {
    const pirep = stored.get(pirepId);
    if (pirep?.isFiled !== true) missingPireps += 1;
    const there = new Set(pirep?.lats.map((lat) => lat.toFixed(3)));
    lost += lats.filter((lat) => !there.has(lat.toFixed(3))).length;
    twice += (pirep?.lats.length ?? 0) - there.size;
  }
  const failures = pilots.flatMap(({ failure }) => (failure === null ? [] : [`a pilot gave up: ${String(failure)}`]));
  return {
    flights: flown.length,
    positions: flown.reduce((sum, { lats }) => sum + lats.length, 0),
    lost,
    twice,
    missingPireps,
    extraPireps: [...stored].filter(([id, { isFiled }]) => isFiled && !finished.has(id)).length,
    complaints: [...failures, ...[...answers.unexpected].map(([text, count]) => `${count} × ${text}`)],
  };
}

export function add(one: Findings, other: Findings): Findings {
  const numbers = ['flights', 'positions', 'lost', 'twice', 'missingPireps', 'extraPireps'] as const;
  const sums = Object.fromEntries(numbers.map((name) => [name, one[name] + other[name]]));
  return { ...one, ...sums, complaints: [...one.complaints, ...other.complaints] };
}

export function isKept(findings: Findings): boolean {
  const { flights, lost, twice, missingPireps, extraPireps, complaints } = findings;
  return flights > 0 && lost + twice + missingPireps + extraPireps === 0 && complaints.length === 0;
}

export function describe({
  flights,
  positions,
  lost,
  twice,
  missingPireps,
  extraPireps,
  complaints,
}: Findings): string {
  return (
    `${flights} flights, ${positions} positions, ${lost} lost, ${twice} twice, ${missingPireps} PIREPs missing, ` +
    `${extraPireps} too many, ${complaints.length} complaints of clients`
  );
}
