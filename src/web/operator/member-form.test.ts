import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type WebSession, WebWorld } from '../../../test/web-world.ts';

/** The address of a member's page, out of the list. */
async function pageOf(web: WebWorld, { cookie }: WebSession, name: string): Promise<string> {
  const { body } = await web.get('/tracker/operator/staff', { cookie });
  const id = new RegExp(`operator/staff/(\\w+)">${name}<`).exec(body)?.[1];
  assert.ok(id, `${name} is in the list`);
  return `/tracker/operator/staff/${id}`;
}

/** What a page showed in the forms that change something. */
function shownIn(page: string): Readonly<Record<string, string>> {
  return Object.fromEntries(
    [...page.matchAll(/name="(shown-\w+)" value="([^"]*)"/g)].map(([, name = '', text = '']) => [name, text]),
  );
}

test('a form of a member that was opened before a colleague saved gives no role back, and replaces one only when it is sent again', async () => {
  await using web = await WebWorld.open();
  const owner = await web.signIn();
  const [{ csrf, cookie }] = [owner];
  await web.join('Eve', 'editor', owner);
  const page = await pageOf(web, owner, 'Eve');
  const opened = shownIn((await web.get(page, { cookie })).body);
  assert.deepEqual(opened, { 'shown-name': 'Eve', 'shown-email': '', 'shown-roles': 'editor' });
  const save = (fields: Readonly<Record<string, string>>) =>
    web.post(page, { csrf, name: 'Eve', email: '', ...fields }, { cookie });
  const stored = () => {
    const members: { name: string; email: string | null; roles: string[] }[] = JSON.parse(
      web.world.journal.readNote('staff') ?? '[]',
    );
    const [eve] = members.filter(({ roles }) => !roles.includes('owner'));
    return [eve?.name, eve?.email, eve?.roles.join(' ')];
  };
  assert.equal((await save({ ...opened, role: 'reviewer' })).statusCode, 303);
  assert.equal((await save({ ...opened, role: 'editor', email: 'eve@example.org' })).statusCode, 303);
  assert.deepEqual(stored(), ['Eve', 'eve@example.org', 'reviewer'], 'what the form did not change stays');
  const refused = await save({ ...opened, role: 'operator', email: '' });
  assert.equal(refused.statusCode, 422);
  assert.match(refused.body, /Roles: somebody has changed this since you opened the page, to reviewer\. Save again/);
  assert.match(refused.body, /value="operator" checked>/, 'what was chosen is kept');
  assert.deepEqual(stored(), ['Eve', 'eve@example.org', 'reviewer']);
  const again = { ...shownIn(refused.body), role: 'operator', email: 'eve@example.org' };
  assert.equal((await save(again)).statusCode, 303);
  assert.deepEqual(stored(), ['Eve', 'eve@example.org', 'operator']);
});

test('roles that a colleague has made to need a second factor since are replaced only when the form is sent again', async () => {
  await using web = await WebWorld.open();
  const { csrf, cookie } = await web.signIn();
  const required = () => web.world.journal.readNote('web-second-factor-required') ?? '[]';
  const save = (shown: string, role: string) =>
    web.post('/tracker/operator/staff/second-factor', { csrf, 'shown-roles': shown, role }, { cookie });
  assert.equal((await save('', 'reviewer')).statusCode, 303);
  const refused = await save('', 'editor');
  assert.equal(refused.statusCode, 422);
  assert.match(refused.body, /Roles: somebody has changed this since you opened the page, to reviewer\./);
  assert.deepEqual([required(), shownIn(refused.body)], ['["reviewer"]', { 'shown-roles': 'reviewer' }]);
  assert.equal((await save('reviewer', 'editor')).statusCode, 303);
  assert.equal(required(), '["editor"]');
});

test('a form of the staff that is refused is shown again, with the message beside its field and what was typed', async () => {
  await using web = await WebWorld.open();
  const owner = await web.signIn();
  const [{ csrf, cookie }] = [owner];
  await web.join('Eve', 'editor', owner);
  const [list, eve] = ['/tracker/operator/staff', await pageOf(web, owner, 'Eve')];
  const first = await pageOf(web, owner, 'operator');
  for (const [path, form, problem, field] of [
    [list, { name: 'EVE', email: 'a@example.org', role: 'reviewer' }, /Name: another member has this name/, 'name'],
    [list, { name: 'Zoe', email: 'a@example.org' }, /Roles: choose at least one/, 'roles'],
    [eve, { name: 'operator', email: 'a@example.org', role: 'reviewer' }, /Name: another member has/, 'name'],
    [eve, { name: 'Zoe', email: 'a@example.org' }, /Roles: choose at least one/, 'roles'],
    [first, { name: 'operator', email: 'a@example.org', role: 'reviewer' }, /somebody must stay owner/, 'roles'],
  ] as const) {
    const { statusCode, body } = await web.post(path, { csrf, ...form }, { cookie });
    assert.equal(statusCode, 422, `${path} ${form.name}`);
    assert.match(body, problem);
    assert.match(body, new RegExp(`<p class="hint bad-text" id="member-${field}-wrong">`));
    for (const typed of [form.name, form.email]) assert.ok(body.includes(`value="${typed}" autocomplete`), typed);
    assert.equal(/value="reviewer" checked>/.test(body), 'role' in form);
  }
  const kept = await web.post(`${first}/remove`, { csrf }, { cookie });
  assert.equal(kept.statusCode, 422);
  assert.match(kept.body, /role="alert">Roles: somebody must stay owner[\s\S]*member-name/);
});
