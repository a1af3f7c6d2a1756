import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { collectRoutes } from '../../../prove/served/routes.ts';
import { addSubjects } from '../../../test/every-page.ts';
import { WebWorld } from '../../../test/web-world.ts';
import { digest } from '../../lib/tokens.ts';

const src = join(import.meta.dirname, '../..');
const folders = ['web/operator', 'platform/embedded/admin/views'];
/** Tables that are no lists of their own. */
const partsOfPages: Readonly<Record<string, string>> = {
  'web/operator/audit-table.eta': 'of the audit log',
  'web/operator/ended-table.eta': 'of the ended flights',
  'web/operator/session-table.eta': 'the sessions of one member, which end within hours',
  'web/operator/backups.eta': 'files, which are downloaded themselves',
  'web/operator/rules/sets.eta': 'each set is a file of its own',
  'web/operator/rules/set.eta': 'the rules of a set, which is a file of its own',
  'web/operator/rules/differences.eta': 'how two sets differ',
  'web/operator/safety.eta': 'rates, which each choice of flights counts again',
  'web/operator/safety-rates.eta': 'of the page of safety',
  'web/operator/safety-groups.eta': 'of the page of safety',
  'platform/embedded/admin/views/import.eta': 'lines of a CSV file that is looked at',
};

test('every list of the staff has a CSV file: its template offers it', () => {
  const templates = folders.flatMap((folder) =>
    readdirSync(join(src, folder), { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.eta'))
      .map((name) => `${folder}/${name}`),
  );
  const listing = templates.filter((name) => /class="list"|@list-foot/.test(readFileSync(join(src, name), 'utf8')));
  assert.ok(listing.length > 20);
  const offers = (name: string) => {
    const text = readFileSync(join(src, name), 'utf8');
    return text.includes("include('@list-foot', tools)") && /const tools = \{[^\n]*\bcsv: true \}/.test(text);
  };
  assert.deepEqual(
    listing.filter((name) => !offers(name)),
    Object.keys(partsOfPages).toSorted((one, other) => listing.indexOf(one) - listing.indexOf(other)),
  );
});

test('every CSV file is served, without what lets anybody in, and the audit log says what was asked for', async () => {
  const routes = collectRoutes();
  await using web = await WebWorld.open();
  const { world } = web;
  await world.startFlight();
  await addSubjects(world.server);
  const owner = await web.signIn();
  const post = (path: string, fields: Readonly<Record<string, string>>) =>
    web.post(`/tracker/${path}`, { csrf: owner.csrf, ...fields }, { cookie: owner.cookie });
  const get = (path: string) => web.get(`/tracker/${path}`, { cookie: owner.cookie });
  const made = await post('operator/api-keys', { name: '=Website', scope: 'flights', days: '' });
  const key = /<code class="secret">(trk_[\w-]+)</.exec(made.body)?.[1] ?? 'no key';
  const invited = await post('admin/invitations', { note: 'Forum', uses: '3', days: '7' });
  const invitation = /join\?key=([\w-]+)/.exec(invited.body)?.[1] ?? 'no invitation';
  await web.join('opal', 'operator', owner);
  const trial = /trials\/([\w-]+)"/.exec((await get('operator/rules')).body)?.[1] ?? 'no trial';
  const files = [
    ...new Set(
      routes
        .filter(({ method, url }) => method === 'GET' && /^\/tracker\/(?:operator|admin)\/.*\.csv$/.test(url))
        .map(({ url }) => url.replace('/tracker/', '').replace(':id', trial)),
    ),
  ];
  assert.ok(files.length >= 21, files.join());
  const hashes = [...(world.journal.readNote('staff') ?? '').matchAll(/"passwordHash":"([^"]+)"/g)].map(
    ([, hash]) => hash,
  );
  assert.equal(hashes.length, 2);
  const secrets = [key, invitation, digest(key), digest(invitation), ...hashes.map(String)];
  for (const file of files) {
    const { statusCode, headers, body } = await get(`${file}?q=${encodeURIComponent('Zürich nowhere')}`);
    assert.equal(statusCode, 200, file);
    assert.match(String(headers['content-type']), /^text\/csv/, file);
    const [entry] = await world.journal.listAudit(1);
    // The audit log has those who searched before, and this export.
    const lines = body.trim().split('\n').length - 1;
    const found = file === 'operator/audit.csv' ? lines - 1 : lines;
    assert.equal(found > 0, file === 'operator/audit.csv', file);
    assert.deepEqual([entry?.action, entry?.detail], ['list-export', `${found} rows; search "Zürich nowhere"`], file);
    const all = (await get(file)).body;
    for (const secret of secrets) assert.ok(!all.includes(secret), file);
  }
  assert.match((await get('operator/api-keys.csv')).body, /^name,scopes,created,ends\n'=Website,flights,/);
  assert.match((await get('operator/staff.csv')).body, /\nopal,,operator,has-password,no,/);
  assert.match((await get('admin/invitations.csv')).body, /\nForum,0,3,.*,open\n/);
  assert.match((await get('operator/in-progress.csv')).body, /,DMO204,DMO0001,Ada Keller,LSZH,/);
  assert.match((await get('operator/webhooks.csv')).body, /\nWebsite,webhook,https:\/\/site\.example\/…/);
  await get('admin/pireps.csv?state=accepted&since=2024-01-01');
  const [entry] = await world.journal.listAudit(1);
  assert.match(entry?.detail ?? '', /^\d+ rows; state accepted; since 2024-01-01$/);
});
