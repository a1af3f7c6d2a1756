import assert from 'node:assert/strict';
import { test } from 'node:test';
import { WebWorld } from '../../../../test/web-world.ts';
import type { ContractChoice } from '../../../config/kinds.ts';
import { writeTrackerConfig } from '../settings.ts';

const address = 'http://crew.example/api/tracker/smartcars/';
const named: ContractChoice = { kind: 'named', words: ['smartcars3'] };
const none: ContractChoice = { kind: 'named', words: [] };

const cases: readonly (readonly [string, ContractChoice, isTokenRequired: boolean, shows: RegExp])[] = [
  ['on by default', { kind: 'auto' }, false, /smartCARS 3 <span class="badge live">on</],
  [
    'off while the client token is required',
    { kind: 'auto' },
    true,
    />off<[\s\S]*client token is required.*TRACKER_CONTRACTS/,
  ],
  ['on when it is named', named, true, /smartCARS 3 <span class="badge live">on</],
  ['off when others are named', none, false, />off<[\s\S]*does not name smartcars3/],
];
for (const [name, contracts, clientTokenRequired, shows] of cases) {
  test(`the settings show the Script URL of smartCARS 3, and that it is ${name}`, async () => {
    await using web = await WebWorld.open({}, { config: { contracts } });
    const { crewCenter } = web.world.embedded;
    if (clientTokenRequired)
      await writeTrackerConfig(crewCenter, { client_token: 'open sesame, open', client_token_required: 'true' });
    const { cookie } = await web.signIn();
    const { body } = await web.get('/tracker/admin/settings', { cookie, host: 'crew.example' });
    assert.match(body, shows);
    assert.ok(body.includes(`value="${address}"`));
  });
}
