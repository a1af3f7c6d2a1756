import type { Position, Report } from '../../../src/tracking/model.ts';
import { type PositionField, positionFields } from '../../../src/tracking/position/position.ts';
import { noteSent, type SentPosition, sentAs } from '../contents/sent-positions.ts';
import type { Scene } from '../scene.ts';
import { nameOf } from '../sortie.ts';
import { firstOf, type Invariant } from './invariant.ts';

export const contentsStay: Invariant = {
  name: 'contents-stay',
  sentence: 'A position says in every member what its client sent, in the journal and at the crew center.',
  onAnswer(world) {
    noteSent(world);
    return null;
  },
  atEnd(world) {
    const stored = storedReports(world);
    return firstOf([
      ...[...stored.values()].map(({ position }) => differenceOf(position, sentAs(world, position))),
      ...rowsThere(world).map((row) => rowProblem(row, stored.get(row.number)?.position)),
    ]);
  },
};

type StoredPosition = Extract<Report, { readonly kind: 'position' }>;

/** By number. */
function storedReports(world: Scene): ReadonlyMap<number, StoredPosition> {
  const found = [...world.models.disk.tables.reports.values()].flatMap(({ sealed, raw }) => [...sealed, ...raw]);
  world.counters.count('positions compared in the journal', found.length);
  return new Map(found.flatMap((each) => (each.kind === 'position' ? [[each.number, each] as const] : [])));
}

function rowsThere(world: Scene): readonly StoredPosition[] {
  const found = [...world.models.crew.host.pireps.values()].flatMap(({ reports }) => [...reports.values()]);
  world.counters.count('positions compared at the crew center', found.length);
  return found.flatMap((each) => (each.kind === 'position' ? [each] : []));
}

function rowProblem({ number, position }: StoredPosition, here: Position | undefined): string | null {
  if (here === undefined) return `the crew center has position ${number}, which is not on the disk`;
  const names = Object.keys(here) as (keyof Position)[];
  const other = names.find((name) => !Object.is(position[name], here[name]));
  return other === undefined
    ? null
    : `${other} of position ${number} is ${position[other]} at the crew center and ${here[other]} on the disk`;
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
  if (isSame(field, stored, said) || (field.name === 'recordedAt' && said === null && !position.isDated)) return null;
  return `${field.wire} of ${nameOf(position)} was sent as ${JSON.stringify(said)} and is ${JSON.stringify(stored)}`;
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
