import assert from 'node:assert/strict';
import { after, describe, test } from 'node:test';
import type { Platform } from '../../src/platform/port.ts';
import type { OpenWorld, SuiteWorld } from '../../src/platform/suite/world.ts';
import { caseNames, collectFailures } from '../../src/platform/suite.ts';
import { openEmbeddedWorlds } from './embedded/suite-world.ts';
import type { Liar } from './liars/liar.ts';
import { liars } from './liars/liars.ts';

const worlds = await openEmbeddedWorlds();
after(() => worlds.dispose());

/** The honest world with a liar in front of every platform of it. */
function lyingWorld(liar: Liar): OpenWorld {
  return async () => {
    const world: SuiteWorld = await worlds.open();
    const lie = (honest: Platform): Platform => {
      const different: Partial<Platform> = liar.differently(honest, world);
      return new Proxy(honest, {
        get(target, name) {
          const value = Reflect.get(name in different ? different : target, name);
          return typeof value === 'function' ? value.bind(target) : value;
        },
      });
    };
    return { ...world, platform: lie(world.platform), reopen: async () => lie(await world.reopen()) };
  };
}

describe('the platform suite', () => {
  for (const liar of liars) {
    test(`catches an adapter that ${liar.lie}`, async () => {
      const [expected, ...others] = caseNames.filter((name) => name.startsWith(liar.caughtBy));
      assert.ok(expected !== undefined && others.length === 0, `"${liar.caughtBy}" names no case, or several`);
      const failures = await collectFailures(lyingWorld(liar), [expected]);
      assert.deepEqual([...failures.keys()], [expected]);
      assert.deepEqual([...(await collectFailures(worlds.open, [expected])).entries()], [], 'the honest one fails too');
    });
  }

  test('has a liar for every case that one can be told apart by', () => {
    const needed = caseNames.filter((name) => !liars.some((liar) => name.startsWith(liar.caughtBy)));
    // The honest one has no track, and settings are read only.
    assert.deepEqual(needed, [
      'settings: the crew center says what it is called and how it is to be used',
      'track: the newest position alone, then the whole track, is every position once',
    ]);
  });
});
