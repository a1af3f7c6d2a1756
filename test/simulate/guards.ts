import crypto from 'node:crypto';
import { syncBuiltinESMExports } from 'node:module';
import timers from 'node:timers';

/** A real timer, clock or source of chance that the simulation must not touch. */
interface Guarded {
  readonly name: string;
  readonly owner: object;
  readonly member: string;
}

const guarded: readonly Guarded[] = [
  ...['setTimeout', 'setInterval'].flatMap((member) => [
    { name: member, owner: globalThis, member },
    { name: member, owner: timers, member },
  ]),
  { name: 'Math.random', owner: Math, member: 'random' },
  { name: 'Date.now', owner: Date, member: 'now' },
  { name: 'performance.now', owner: performance, member: 'now' },
  { name: 'fetch', owner: globalThis, member: 'fetch' },
  ...['randomBytes', 'randomUUID', 'randomInt', 'randomFillSync'].map((member) => ({
    name: `crypto.${member}`,
    owner: crypto,
    member,
  })),
  { name: 'CompressionStream', owner: globalThis, member: 'CompressionStream' },
];

/**
 * While `run` goes on, whatever of the code reads a real clock, sets a real timer or takes real chance is noted by its name
 * and the place where it does so; packages may, as what they do with it is not seen by anybody.
 */
export async function withoutReality<Result>(
  run: () => Promise<Result>,
): Promise<{ readonly result: Result; readonly touched: readonly string[] }> {
  const touched = new Set<string>();
  const undo = guarded.map((each) => guard(each, (where) => touched.add(`${each.name} ${where}`)));
  undo.push(guardDate((where) => touched.add(`new Date() ${where}`)));
  syncBuiltinESMExports();
  try {
    return { result: await run(), touched: [...touched] };
  } finally {
    for (const back of undo) back();
    syncBuiltinESMExports();
  }
}

function guard({ owner, member }: Guarded, note: (where: string) => void): () => void {
  const real = Reflect.get(owner, member) as (...given: unknown[]) => unknown;
  const watching = function (this: unknown, ...given: unknown[]): unknown {
    const where = ownCaller();
    if (where !== null) note(where);
    return new.target === undefined ? Reflect.apply(real, this, given) : Reflect.construct(real, given, new.target);
  };
  Object.defineProperty(owner, member, { value: watching, configurable: true, writable: true });
  return () => Object.defineProperty(owner, member, { value: real, configurable: true, writable: true });
}

function guardDate(note: (where: string) => void): () => void {
  const real = globalThis.Date;
  globalThis.Date = new Proxy(real, {
    construct(target, given, newTarget) {
      const where = given.length === 0 ? ownCaller() : null;
      if (where !== null) note(where);
      return Reflect.construct(target, given, newTarget === globalThis.Date ? target : newTarget) as object;
    },
  });
  return () => {
    globalThis.Date = real;
  };
}

/** The place in the project's own code that called; null where a package or Node itself did. */
function ownCaller(): string | null {
  const lines = (new Error().stack ?? '').split('\n').slice(1);
  const caller = lines.find((line) => !line.includes('/guards.ts'));
  const own = /\/((?:src|prove|test)\/[^:]+:\d+)/.exec(caller ?? '');
  return own === null || caller?.includes('/node_modules/') === true ? null : `at ${own[1]}`;
}
