import assert from 'node:assert/strict';
import { Secret } from '../../lib/secret.ts';
import { isRefusal } from '../../tracking/refusals.ts';
import type { SuiteCase } from './world.ts';

export const pilotCases: readonly SuiteCase[] = [
  {
    name: 'login: every spelling of a login with its password is the pilot, and nothing else is',
    async run({ platform, fixtures: { first, second } }) {
      for (const login of first.logins) {
        const pilot = await platform.authenticate(login, new Secret(first.password));
        assert.equal(pilot?.id, first.id, login);
        assert.equal(pilot?.standing, 'active');
        assert.equal(await platform.findPilotId(login), first.id, login);
      }
      const [login = ''] = first.logins;
      for (const password of ['', ' ', `${first.password} `, first.password.slice(1), `${second.password}x`]) {
        assert.equal(await platform.authenticate(login, new Secret(password)), null, JSON.stringify(password));
      }
      for (const unknown of ['', ' ', 'nobody@example.org', 'ZZZ9999', '%', "' OR 1=1 --", '0', '*']) {
        assert.equal(await platform.authenticate(unknown, new Secret(first.password)), null, unknown);
        assert.equal(await platform.findPilotId(unknown), null, unknown);
      }
    },
  },
  {
    name: 'login: a key is its pilot; none is nobody',
    async run({ platform, fixtures: { first } }) {
      for (const wrong of ['', ' ', 'x', "' OR ''='", first.password]) {
        assert.equal(await orNull(platform.authenticateKey(new Secret(wrong))), null, wrong);
      }
      if (first.apiKey === null) {
        assert.equal(platform.capabilities.apiKeys, false, 'the platform says it has keys');
        return;
      }
      assert.equal((await orNull(platform.authenticateKey(new Secret(first.apiKey))))?.id, first.id);
      assert.equal(platform.capabilities.apiKeys, true, 'the platform says it has no keys and takes one');
    },
  },
  {
    name: 'pilots: those asked for, as they stand; unknown ones are absent',
    async run({ platform, fixtures: { first, second } }) {
      const pilots = await platform.readPilots([first.id, second.id, '999999999', '', '1 OR 1=1', 'x']);
      assert.deepEqual([...pilots.keys()].sort(), [first.id, second.id].sort());
      assert.equal(pilots.get(first.id)?.id, first.id);
      assert.notEqual(pilots.get(first.id)?.ident, pilots.get(second.id)?.ident);
      assert.equal((await platform.readPilots([])).size, 0);
    },
  },
  {
    name: 'pilots: a change of standing is seen, also at login',
    async run({ platform, host, fixtures: { first } }) {
      for (const standing of ['suspended', 'active'] as const) {
        await host.setStanding(first.id, standing);
        assert.equal((await platform.readPilots([first.id])).get(first.id)?.standing, standing);
        const pilot = await platform.authenticate(first.logins[0] ?? '', new Secret(first.password));
        assert.equal(pilot?.standing, standing);
      }
    },
  },
  {
    name: 'pilots: credentialVersion changes with the password, and only then',
    async run({ platform, host, fixtures: { first } }) {
      const version = async () => (await platform.readPilots([first.id])).get(first.id)?.credentialVersion;
      const [login = ''] = first.logins;
      const before = await version();
      assert.equal((await platform.authenticate(login, new Secret(first.password)))?.credentialVersion, before);
      assert.ok(before !== undefined && !before.includes(first.password) && !before.startsWith('$'));
      await host.setPassword(first.id, 'another password');
      assert.notEqual(await version(), before);
      assert.equal(await platform.authenticate(login, new Secret(first.password)), null);
      assert.equal((await platform.authenticate(login, new Secret('another password')))?.id, first.id);
    },
  },
  {
    name: 'pilots: one who is gone is absent and cannot log in',
    async run({ platform, host, fixtures: { first, second } }) {
      await host.deletePilot(second.id);
      assert.deepEqual([...(await platform.readPilots([first.id, second.id])).keys()], [first.id]);
      assert.equal(await platform.authenticate(second.logins[0] ?? '', new Secret(second.password)), null);
    },
  },
  {
    name: 'settings: the crew center says what it is called and how it is to be used',
    async run({ platform }) {
      const settings = await platform.readSettings();
      assert.ok(settings.name.length > 0);
      assert.ok(settings.sessionTtlMin >= 5 && settings.sessionTtlMin <= 43_200);
      assert.ok(settings.longSessionDays >= 1 && settings.longSessionDays <= 365);
      assert.ok(settings.clientTokenHash === null || /^[0-9a-f]{64}$/.test(settings.clientTokenHash));
      assert.equal(settings.enabled, true);
    },
  },
];

/** A platform without keys may refuse a key instead of finding nobody by it, but not with "unavailable". */
async function orNull<T>(answer: Promise<T | null>): Promise<T | null> {
  try {
    return await answer;
  } catch (error) {
    if (isRefusal(error) && error.code !== 'crew-center-unavailable') return null;
    throw error;
  }
}
