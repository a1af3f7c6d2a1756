import assert from 'node:assert/strict';
import { test } from 'node:test';
import { WebWorld } from '../../../test/web-world.ts';
import { Refusal } from '../../tracking/refusals.ts';
import type { ProgramState, ProgramUpdates } from '../program-updates.ts';

const markup = '<img src=x onerror=alert(1)>';
const loses = 'The data were upgraded since. Flights are lost here.';

/** A program with this state, and what was asked of it. */
function programWith(state: Partial<ProgramState>) {
  const asked: string[] = [];
  const programs: ProgramUpdates = {
    readProgram: async () => ({ current: '1.0.0', next: null, uploaded: [], before: null, ...state }),
    async updateProgram(actor, from) {
      asked.push(`update ${actor} ${from}`);
      return '1.1.0';
    },
    async returnProgram(actor, mayLose) {
      if (!mayLose) throw new Refusal('invalid', { message: `${loses} Confirm that to return.` });
      asked.push(`return ${actor}`);
      return '0.9.0';
    },
  };
  return { programs, asked };
}

test('the operator sees what lies in the folder and who signed it, updates by a button, and returns with a loss that is agreed to', async () => {
  const usable = { version: '1.1.0', signedBy: 'FD7EF030E44C7604', data: 'The data stay as they are.' };
  const { programs, asked } = programWith({
    uploaded: [
      { name: 'program-linux-x64', usable, problem: null },
      { name: 'program-linux-arm64', usable: null, problem: `${markup} is for linux-arm64` },
    ],
    before: { version: '0.9.0', loses, problem: null },
  });
  await using web = await WebWorld.open({}, { programs });
  const { cookie, csrf } = await web.signIn();
  const { body } = await web.get('/tracker/operator/program', { cookie });
  for (const text of [
    'Version 1.1.0 lies in the folder',
    'FD7EF030E44C7604',
    'Update to 1.1.0',
    'Return to 0.9.0',
    loses,
  ])
    assert.ok(body.includes(text), text);
  assert.ok(body.includes('is for linux-arm64') && !body.includes(markup));
  assert.match((await web.get('/tracker/operator/', { cookie })).body, /operator\/program/);
  const update = await web.post('/tracker/operator/program/update', { csrf }, { cookie });
  assert.deepEqual([update.statusCode, update.headers.location], [303, '../program?done=updated']);
  assert.match((await web.get('/tracker/operator/program?done=updated', { cookie })).body, /flights go on/);
  const refused = await web.post('/tracker/operator/program/return', { csrf }, { cookie });
  assert.ok(refused.statusCode === 422 && refused.body.includes(loses), `${refused.statusCode} ${refused.body}`);
  await web.post('/tracker/operator/program/return', { csrf, loses: 'yes' }, { cookie });
  assert.deepEqual(asked, ['update operator@web null', 'return operator@web']);
});

test('strangers and forged forms change nothing; a program that was installed in another way has no such page', async () => {
  const { programs, asked } = programWith({});
  await using web = await WebWorld.open({}, { programs });
  const { cookie } = await web.signIn();
  assert.equal((await web.get('/tracker/operator/program')).statusCode, 303);
  for (const path of ['update', 'return']) {
    const forged = await web.post(`/tracker/operator/program/${path}`, { csrf: 'x', loses: 'yes' }, { cookie });
    assert.equal(forged.statusCode, 403, path);
    assert.equal((await web.post(`/tracker/operator/program/${path}`, {})).statusCode, 401, path);
  }
  assert.deepEqual(asked, []);
  await using other = await WebWorld.open();
  const session = await other.signIn();
  assert.equal((await other.get('/tracker/operator/program', { cookie: session.cookie })).statusCode, 404);
  assert.doesNotMatch((await other.get('/tracker/operator/', { cookie: session.cookie })).body, /operator\/program/);
});
