import type { Position, Report } from '../../../src/tracking/model.ts';
import { type PositionField, positionFields } from '../../../src/tracking/position/position.ts';
import { noteSent, type SentPosition, sentAs } from '../contents/sent-positions.ts';
import { perWorld } from '../readers/per-world.ts';
import type { Scene } from '../scene.ts';
import { nameOf } from '../sortie.ts';
import { firstOf, type Invariant } from './invariant.ts';

/**
 * What was looked at once: it never changes. Several partitions of a journal each count from 1, so one number may be that of a
 * position in each.
 */
const known = perWorld(() => ({ looked: new WeakSet<object>(), stored: new Map<number, readonly Position[]>() }));

export const contentsStay: Invariant = {
  name: 'contents-stay',
  sentence: 'A position says in every member what its client sent, in the journal and at the crew center.',
  onAnswer(world, _exchange, _answer, promised) {
    noteSent(world);
    return promised?.kind === 'positions' ? findInJournal(world) : null;
  },
  afterStep(world, label) {
    if (label !== 'crew') return null;
    noteSent(world);
    return findInJournal(world) ?? findAtCrewCenter(world);
  },
  atEnd: (world) => findInJournal(world) ?? findAtCrewCenter(world),
};

function findInJournal(world: Scene): string | null {
  const { looked, stored } = known(world);
  for (const { sealed, raw } of world.models.disk.tables.reports.values())
    for (const { kind, reports } of [
      { kind: 'raw', reports: raw },
      { kind: 'sealed', reports: sealed },
    ])
      for (const report of reports) {
        if (report.kind !== 'position' || looked.has(report)) continue;
        looked.add(report);
        stored.set(report.number, [...(stored.get(report.number) ?? []), report.position]);
        world.counters.count(`positions compared in the journal, ${kind}`);
        const problem = differenceOf(report.position, sentAs(world, report.position));
        if (problem !== null) return problem;
      }
  return null;
}

function findAtCrewCenter(world: Scene): string | null {
  const { looked, stored } = known(world);
  for (const { reports } of world.models.crew.host.pireps.values())
    for (const report of reports.values()) {
      if (report.kind !== 'position' || looked.has(report)) continue;
      looked.add(report);
      world.counters.count('positions compared at the crew center');
      const problem = rowProblem(report, stored.get(report.number));
      if (problem !== null) return problem;
    }
  return null;
}

type StoredPosition = Extract<Report, { readonly kind: 'position' }>;

function rowProblem({ number, position }: StoredPosition, here: readonly Position[] = []): string | null {
  const problems = here.map((stored) => {
    const names = Object.keys(stored) as (keyof Position)[];
    const other = names.find((name) => !Object.is(position[name], stored[name]));
    return other === undefined
      ? null
      : `${other} of position ${number} is ${position[other]} at the crew center and ${stored[other]} on the disk`;
  });
  if (problems.length === 0) return `the crew center has position ${number}, which is not on the disk`;
  return problems.includes(null) ? null : firstOf(problems);
}

/** What is wrong with it by each way in which it was sent; null when one of them is right. */
function differenceOf(position: Position, sent: readonly SentPosition[]): string | null {
  const problems = sent.map((each) => firstOf(positionFields.map((field) => fieldProblem(field, position, each))));
  // A position that nobody sent is looked for elsewhere.
  return problems.includes(null) ? null : firstOf(problems);
}

function fieldProblem(field: PositionField, position: Position, sent: SentPosition): string | null {
  const stored = position[field.name as keyof Position];
  const said = sent[field.wire] ?? null;
  if (field.name === 'recordedAt' ? isDatedAs(position, said) : isSame(field, stored, said)) return null;
  return `${field.wire} of ${nameOf(position)} was sent as ${JSON.stringify(said)} and is ${JSON.stringify(stored)}`;
}

/**
 * One without a time has that of its arrival; so has one of phpVMS 7's own API whose time cannot be. There, whole seconds
 * get milliseconds by the server.
 */
function isDatedAs({ isDated, recordedAt, receivedAt, seq }: Position, said: unknown): boolean {
  const isNumbered = seq !== null;
  if (!isDated) return recordedAt === receivedAt && (said === null || !isNumbered);
  const at = Date.parse(String(said));
  return recordedAt === at || (!isNumbered && at % 1_000 === 0 && Math.floor(recordedAt / 1_000) * 1_000 === at);
}

/** Whether this is the stored value that is the nearest to what was said. */
function isSame({ kind, scale, wraps }: PositionField, stored: unknown, said: unknown): boolean {
  if (said === null) return stored === null;
  if (kind === 'instant') return stored === Date.parse(String(said));
  if (kind === 'code' || kind === 'clock') return stored === textOf(said);
  if (kind !== 'number') return stored === said;
  if (typeof stored !== 'number' || scale === undefined) return false;
  const around = wraps === true ? 360 : Number.POSITIVE_INFINITY;
  const apart = Math.abs(stored - Number(said));
  const isNearest = Math.min(apart, Math.abs(around - apart)) <= 0.5 / scale + 1e-9;
  return isNearest && Math.abs(stored * scale - Math.round(stored * scale)) < 1e-4 && stored !== around;
}

/** A mode that is only on or off is kept as that word. */
function textOf(said: unknown): string {
  if (typeof said === 'boolean') return said ? 'on' : 'off';
  return String(said);
}
