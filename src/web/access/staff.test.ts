import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ManualClock } from '../../../test/manual-clock.ts';
import { isRefusal } from '../../tracking/refusals.ts';
import type { AuditLine, Records } from '../records.ts';
import { actorNameOf, Staff } from './staff.ts';

function openStaff(stored: Readonly<Record<string, string>> = {}) {
  const notes = new Map<string, string | null>(Object.entries(stored));
  const audit: string[] = [];
  const saveAudit = async ({ actor, action, subject, detail }: AuditLine) =>
    void audit.push([actor, action, subject, detail].join(' | '));
  const records = {
    readNote: (name: string) => notes.get(name) ?? null,
    async saveNote(name: string, text: string | null, entry?: AuditLine) {
      notes.set(name, text);
      if (entry !== undefined) await saveAudit(entry);
    },
    saveAudit,
  } as Partial<Records> as Records;
  return { staff: new Staff(records, new ManualClock(0)), notes, audit };
}

const ada = { name: 'Ada Keller', email: 'Ada@Example.org', roles: ['reviewer'] };
const hash = '$2y$04$something';

function names(field: string) {
  return (error: unknown) => isRefusal(error, 'invalid') && error.detail.fields?.[field] !== undefined;
}

test('the one password of before becomes the first owner’s, once, and is kept until that owner has another one', async () => {
  const { staff, notes, audit } = openStaff({ 'web-password': hash });
  await staff.upgrade();
  await staff.upgrade();
  assert.deepEqual(
    staff.members.map(({ name, roles, passwordHash }) => [name, roles, passwordHash]),
    [['operator', ['owner'], hash]],
  );
  assert.equal(audit.length, 1);
  assert.equal(notes.get('web-password'), hash, 'a former version of the program can be returned to');
  await staff.change('x@web', 'first', { name: 'Ada', email: '', roles: ['owner'] });
  assert.equal(notes.get('web-password'), hash);
  await staff.savePassword('x@web', 'first', `${hash}2`);
  assert.equal(notes.get('web-password'), null);
  await staff.upgrade();
  assert.equal(staff.members.length, 1);
});

test('a link of the command line makes an owner, and gives an owner of this name another password', async () => {
  const { staff } = openStaff();
  assert.equal(staff.hasOwner, false);
  const first = await staff.saveOwner('Ada', hash);
  const again = await staff.saveOwner(' ada ', `${hash}2`);
  assert.equal(again.id, first.id);
  const reviewer = await staff.add('Ada@web', { name: 'Max', email: '', roles: ['reviewer'] });
  const raised = await staff.saveOwner('Max', hash);
  assert.deepEqual([raised.id, raised.roles], [reviewer.id, ['reviewer', 'owner']]);
  await assert.rejects(staff.saveOwner('a@b', hash), names('name'));
});

test('a name or an address belongs to one member, in any case; what the log could not tell apart is no name', async () => {
  const { staff } = openStaff();
  await staff.add('x@web', ada);
  const wrong: readonly (readonly [field: string, input: Partial<typeof ada>])[] = [
    ['name', { name: ' ADA  keller ' }],
    ['email', { name: 'Max', email: 'ada@example.ORG' }],
    ['email', { name: 'Max', email: 'no address' }],
    ['roles', { name: 'Max', email: '', roles: [] }],
    ['roles', { name: 'Max', email: '', roles: ['admiral'] }],
    ...['', 'a@b', 'Ada (12)', 'Ada\nKeller (2)', '<b>', 'x'.repeat(61), '-', '‮Ada'].map(
      (name) => ['name', { name, email: '' }] as const,
    ),
  ];
  for (const [field, input] of wrong)
    await assert.rejects(staff.add('x@web', { ...ada, ...input }), names(field), JSON.stringify(input));
  assert.equal(staff.findLogin('ADA KELLER')?.email, 'ada@example.org');
  assert.equal(staff.findLogin('ada@example.org')?.name, 'Ada Keller');
  assert.equal(staff.findLogin(''), null);
});

test('somebody stays owner who can sign in: an invitation is not enough', async () => {
  const { staff, audit } = openStaff();
  const { id } = await staff.saveOwner('Ada', hash);
  await staff.add('Ada@web', { name: 'Max', email: '', roles: ['owner'] });
  await assert.rejects(staff.change('Ada@web', id, { name: 'Ada', email: '', roles: ['editor'] }), names('roles'));
  await assert.rejects(staff.remove('Ada@web', id), names('roles'));
  const max = staff.findLogin('Max');
  await staff.savePassword('Max@web', max?.id ?? '', hash);
  await staff.remove('Max@web', id);
  assert.equal(staff.find(id), null);
  assert.deepEqual(audit.slice(1), [
    'Ada@web | staff-add | Max | owner',
    'Max@web | staff-password | Max | ',
    'Max@web | staff-remove | Ada | ',
  ]);
});

test('who enters from the crew center has the account of their id there, and no login here', async () => {
  const { staff } = openStaff();
  await staff.saveOwner('Ada Keller', hash);
  const entered = await staff.enter({ id: '12', name: 'Ada (x) Keller', role: 'staff' });
  assert.equal(actorNameOf(entered), 'Ada x Keller (12)@crew-center');
  assert.deepEqual(entered.roles, ['reviewer']);
  const named = await staff.enter({ id: '12', name: 'Ada Keller', role: 'admin' });
  assert.deepEqual([named.id, named.roles, named.name], [entered.id, ['owner'], 'Ada Keller']);
  assert.equal(staff.findLogin('Ada Keller')?.host, null, 'the namesake with a password');
  await assert.rejects(staff.change('x@web', named.id, { ...ada, roles: ['editor'] }), names('roles'));
});
