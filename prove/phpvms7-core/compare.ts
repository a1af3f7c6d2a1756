import type { Recorded } from './recording.ts';
import { isList, isMembers, type Shape } from './shape-of.ts';

/** Where an answer of ours is not as the recorded one. */
export interface Difference {
  /** Name of the request. */
  readonly request: string;
  /** `status`, or the place in the body: `data[].airline.logo`. */
  readonly place: string;
  readonly theirs: string;
  readonly ours: string;
}

/** Bodies of different statuses are not compared. */
export function compareAnswers(theirs: Recorded, ours: Recorded): readonly Difference[] {
  const request = theirs.request.name;
  if (theirs.status !== ours.status)
    return [{ request, place: 'status', theirs: String(theirs.status), ours: String(ours.status) }];
  return compareShapes(theirs.shape, ours.shape, '').map((each) => ({ request, ...each }));
}

type Found = Omit<Difference, 'request'>;

/** What the recorded site happened to have no value for (null, an empty list) says nothing about a value of ours. */
function compareShapes(theirs: Shape, ours: Shape, place: string): readonly Found[] {
  if (theirs === 'null' || (isList(theirs) && theirs.length === 0 && typeof ours !== 'string')) return [];
  if (isMembers(theirs) && isMembers(ours)) return compareMembers(theirs, ours, place);
  if (isList(theirs) && isList(ours)) return compareLists(theirs, ours, place);
  if (typeof theirs === 'string' && typeof ours === 'string') return compareKinds(theirs, ours, place);
  return [{ place, theirs: sayShape(theirs), ours: sayShape(ours) }];
}

function compareMembers(theirs: Extract<Shape, object>, ours: Extract<Shape, object>, place: string): readonly Found[] {
  const [a, b] = [plainMembers(theirs), plainMembers(ours)];
  const below = (key: string) => (place === '' ? key : `${place}.${key}`);
  return [...new Set([...a.keys(), ...b.keys()])].flatMap((key) => {
    const [inTheirs, inOurs] = [a.get(key), b.get(key)];
    if (inTheirs === undefined) return [{ place: below(key), theirs: 'absent', ours: sayShape(inOurs ?? 'null') }];
    if (inOurs !== undefined) return compareShapes(inTheirs, inOurs, below(key));
    return `${key}?` in theirs ? [] : [{ place: below(key), theirs: sayShape(inTheirs), ours: 'absent' }];
  });
}

function plainMembers(shape: Extract<Shape, object>): ReadonlyMap<string, Shape> {
  return new Map(Object.entries(shape).map(([key, member]) => [key.replace(/\?$/, ''), member as Shape]));
}

function compareLists(theirs: readonly Shape[], ours: readonly Shape[], place: string): readonly Found[] {
  const [a, b] = [theirs[0], ours[0]];
  if (a === undefined) return [];
  if (b === undefined) return [{ place, theirs: 'list', ours: 'empty list' }];
  return compareShapes(a, b, `${place}[]`);
}

/** A kind of ours that theirs never was. */
function compareKinds(theirs: string, ours: string, place: string): readonly Found[] {
  const known = new Set(theirs.split('|'));
  if (known.has('string')) known.add('instant');
  const isKnown = ours.split('|').every((kind) => known.has(kind));
  return isKnown ? [] : [{ place, theirs, ours }];
}

function sayShape(shape: Shape): string {
  if (typeof shape === 'string') return shape;
  if (!isList(shape)) return 'object';
  return shape.length === 0 ? 'empty list' : 'list';
}
