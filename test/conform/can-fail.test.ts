// alone: it takes long
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { AnyKit } from '../../src/conform/kit.ts';
import { findPlace, kits } from '../../src/conform/kits.ts';
import { alteringLiars } from './altering-liars.ts';
import { coreAlteringLiars } from './core-altering-liars.ts';
import { coreLiars } from './core-liars.ts';
import { liars } from './liars.ts';
import { type Lie, type LyingProxy, openLyingProxy } from './lying-proxy.ts';
import { type ConformServer, openConformServer, runAt } from './server.ts';
import { silentLiars } from './silent-liars.ts';

// The kits can fail: a server whose answers are changed on the way is found out, by the check that is about it.

const versions: Readonly<Record<string, '7' | '5'>> = { legacy: '5' };

/** Calls with which most checks only prepare what they look at. */
const preparations: Readonly<Record<string, RegExp>> = {
  native: /POST \/(?:auth|start|charters|cancel)|GET \/(?:status|bids|fleet|schedules)$|DELETE \/bids/,
  legacy: /login\.php|get_bid\.php|GET \/status\.php/,
  smartcars3: /pilot\/login|flights\/(?:bookings|search|charter|start|cancel)$|flights\/unbook/,
  'phpvms7-core': /GET \/api\/(?:user\?with=|user\/fleet|airports\?)|pireps\/prefile|\/cancel$/,
  stratos: /pilot\/login|flights\/(?:bookings|start|cancel)$/,
};

/** Whether the check, or a server that lies to it, leaves the next one without a bid: it has a server of its own. */
function usesUpBids(contract: string, id: string): boolean {
  return contract === 'stratos' || contract === 'legacy' || id.startsWith('bids/');
}

for (const kit of kits) {
  let server: ConformServer;
  let proxy: LyingProxy;

  before(async () => {
    server = await openConformServer(versions[kit.contract] ?? '7');
    const place = await findPlace(kit, server.url, false);
    assert.ok(place !== null);
    proxy = await openLyingProxy(place);
  });

  after(async () => {
    await proxy[Symbol.asyncDispose]();
    await server[Symbol.asyncDispose]();
  });

  test(`${kit.contract}: each check notices that the calls it is about answer nonsense`, async () => {
    const unnoticed: string[] = [];
    const prepared = preparations[kit.contract] ?? /^$/;
    for (const { id } of kit.checks) {
      const nonsense: Lie = () => ({ status: 418, text: '{}' });
      const outcome = await outcomeOf(kit, id, (asked, honest) =>
        prepared.test(`${asked.method} ${asked.path}`) ? honest() : nonsense(asked, honest),
      );
      const isNoticed = outcome !== 'held' || (await outcomeOf(kit, id, nonsense)) === 'deviates';
      if (!isNoticed) unnoticed.push(id);
    }
    assert.deepEqual(unnoticed, []);
  });

  for (const { lie, caughtBy, tell } of [
    ...liars,
    ...coreLiars,
    ...silentLiars,
    ...coreAlteringLiars,
    ...alteringLiars,
  ].filter(({ contract }) => contract === kit.contract)) {
    test(`${kit.contract}: a server that ${lie} is found by ${caughtBy}`, async () => {
      const judge = async (at: LyingProxy, of: ConformServer) => {
        assert.equal(await sayOf(kit, caughtBy, (_asked, honest) => honest(), at, of), 'held');
        assert.match(await sayOf(kit, caughtBy, tell, at, of), /^deviates: /);
      };
      if (!usesUpBids(kit.contract, caughtBy)) return judge(proxy, server);
      await using own = await openConformServer(versions[kit.contract] ?? '7');
      await using lying = await openLyingProxy((await findPlace(kit, own.url, false)) ?? assert.fail());
      await judge(lying, own);
    });
  }

  const resultOf = async (of: AnyKit, id: string, lie: Lie, at = proxy, from = server) => {
    at.lie = lie;
    const { results } = await runAt(at.url, of, from, { only: [id] });
    return results[0] ?? assert.fail(`no check ${id}`);
  };
  const outcomeOf = async (of: AnyKit, id: string, lie: Lie) => (await resultOf(of, id, lie)).outcome;
  const sayOf = async (of: AnyKit, id: string, lie: Lie, at: LyingProxy, from: ConformServer) => {
    const { outcome, seen } = await resultOf(of, id, lie, at, from);
    return seen === null ? outcome : `${outcome}: ${seen}`;
  };
}

test('a known fault covers what is seen of it, and nothing else', async () => {
  const core = kits.find(({ contract }) => contract === 'phpvms7-core') ?? assert.fail();
  await using honest = await openConformServer('7');
  await using lying = await openLyingProxy(honest.url);
  lying.lie = (_asked, forward) => forward({ headers: {} });
  const knownFaults = { 'key/accepted': { says: 'It lets nobody in.', seen: /status 401/ } };
  const only = ['key/accepted'];
  const known = await runAt(lying.url, core, honest, { only, knownFaults });
  assert.equal(known.results[0]?.outcome, 'known');
  lying.lie = () => ({ status: 500, text: '{}' });
  assert.equal((await runAt(lying.url, core, honest, { only, knownFaults })).results[0]?.outcome, 'deviates');
});
