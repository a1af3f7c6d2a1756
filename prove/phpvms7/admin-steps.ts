import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { cp, readdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { zip } from '../../build/zip.ts';
import { moduleFiles } from '../../src/platform/phpvms7/module-files.ts';
import { until } from './site.ts';
import { giveToOwner } from './site-owner.ts';
import type { Scene } from './steps.ts';

const addons = '/admin/modules';

/** The module as a zip by the upload of the platform, which is for the first install only. */
export async function uploadModule(scene: Scene): Promise<void> {
  const { admin, folder } = scene;
  await removeModule(scene, 'Tracker');
  const files = moduleFiles().map((file) => ({ path: `Tracker/${file.path}`, bytes: file.bytes }));
  const bytes = await zip(files, Date.now() / 1_000);
  const token = await admin.formToken(`${addons}/create`);
  await admin.upload(`${addons}/create`, { _token: token }, { name: 'Tracker.zip', field: 'module_file', bytes });
  assert.ok(existsSync(join(folder, 'modules/Tracker/module.json')), 'the upload made no folder');
  await requireListed(scene, 'Tracker');
}

/** As another virtual airline's add-on is put there: copied, and activated. */
export async function installWitness(scene: Scene): Promise<void> {
  await removeModule(scene, 'TrackerWitness');
  const target = join(scene.folder, 'modules/TrackerWitness');
  await cp(join(import.meta.dirname, 'witness'), target, { recursive: true });
  giveToOwner(target, scene.folder);
  await rm(join(scene.folder, 'storage/app/tracker-witness.log'), { force: true });
  const _token = await scene.admin.formToken(`${addons}/create`);
  await scene.admin.post(`${addons}/enable`, { _token, name: 'TrackerWitness' });
  await requireListed(scene, 'TrackerWitness');
}

export async function removeModule({ admin, database, prefix, folder }: Scene, name: string): Promise<void> {
  const [row] = await database.rows(`SELECT id FROM \`${prefix}modules\` WHERE name = ?`, [name]);
  if (row !== undefined) {
    const _token = await admin.formToken(`${addons}/create`);
    await admin.post(`${addons}/${row.id}`, { _token });
    await admin.post(`${addons}/${row.id}`, { _token, _method: 'DELETE', verify: name.toUpperCase() });
  }
  await rm(join(folder, 'modules', name), { recursive: true, force: true });
}

async function requireListed({ admin }: Scene, name: string): Promise<void> {
  const { status, text } = await admin.page(addons);
  assert.equal(status, 200);
  assert.ok(text.includes(name), `${name} is not in Admin → Addons`);
}

/** The settings screen changes the name that `status` answers, within 5 s; what is wrong is refused on the screen. */
export async function settingsScreen(scene: Scene, address: string): Promise<void> {
  const { admin, site } = scene;
  const page = await admin.page('/admin/tracker');
  assert.equal(page.status, 200);
  assert.match(page.text, /Airline name/);
  const fields = {
    va_name: `Proof Virtual ${Date.now()}`,
    logo_url: 'https://crew.example/logo.png',
    session_token_ttl: '60',
    long_session_days: '7',
    bids_required: '1',
    password_login: '1',
    client_token_required: '0',
    server_address: address,
  };
  const save = async (more: Readonly<Record<string, string>>) =>
    admin.post('/admin/tracker', { ...fields, ...more, _token: await admin.formToken('/admin/tracker') });
  await save({ session_token_ttl: '4' });
  assert.match((await admin.page('/admin/tracker')).text, /must be between 5 and 43200/);
  await save({ long_session_days: '0' });
  assert.match((await admin.page('/admin/tracker')).text, /must be between 1 and 365/);
  await save({ server_address: '192.0.2.1:80' });
  assert.match((await admin.page('/admin/tracker')).text, /Give an address of this machine/);
  await save({});
  await until(
    'status answers the new name through the module',
    6,
    async () => (await status(site)).name === fields.va_name,
  );
  const shown = (await admin.page('/admin/tracker')).text;
  assert.match(shown, /The tracking server answers/);
  assert.match(shown, /smartCARS 3 is on[\s\S]*\/api\/tracker\/smartcars\/"/);
}

async function status(site: string): Promise<{ readonly name?: string; readonly error?: { readonly code: string } }> {
  return (await fetch(`${site}/api/tracker/status`)).json() as Promise<{ name?: string }>;
}

/** Disabled in Admin → Addons, calls are told so; enabled again, they are answered. */
export async function toggle(scene: Scene): Promise<void> {
  const { admin, database, prefix, site, server } = scene;
  const [row] = await database.rows(`SELECT id FROM \`${prefix}modules\` WHERE name = 'Tracker'`);
  const _token = await admin.formToken(`${addons}/create`);
  await admin.post(`${addons}/${row?.id}`, { _token });
  assert.equal((await fetch(`${site}/api/tracker/status`)).status, 404);
  await until(
    'the server says that the module is disabled',
    6,
    async () => (await status(server.url)).error?.code === 'module-disabled',
  );
  await admin.post(`${addons}/${row?.id}`, { _token, enabled: '1' });
  await until(
    'the module forwards again, and the server knows that it is enabled',
    6,
    async () => (await status(site)).name !== undefined,
  );
}

/** An older `tracker_config` is brought up to 1.2.0 by the platform's own `/update`, which drops the two constants. */
export async function update({ admin, database, prefix }: Scene): Promise<void> {
  const table = `\`${prefix}tracker_config\``;
  await database.run(`ALTER TABLE ${table} DROP COLUMN updated_at`);
  await database.run(
    `INSERT INTO ${table} (name, value) VALUES ('pirep_source_name', 'Old'), ('module_version', '1.1.0')`,
  );
  await database.run(`DELETE FROM \`${prefix}migrations\` WHERE migration LIKE '%tracker%'`);
  const dashboard = await admin.page('/admin');
  assert.match(dashboard.location, /\/update$/, 'the platform does not see the pending migrations');
  await admin.page('/update');
  const { status, text } = await admin.post('/update/run-migrations', { _token: await admin.formToken('/update') });
  assert.equal(status, 200, text.slice(0, 300));
  const rows = await database.rows(`SELECT name, updated_at FROM ${table}`);
  const names = rows.map((row) => row.name);
  assert.ok(
    !names.includes('pirep_source_name') && !names.includes('module_version'),
    'the constants are still settings',
  );
  assert.ok(names.includes('va_name'), 'a setting was lost');
}

/** An add-on's folder deleted while it is enabled breaks every page; emptying the folders that the manual names mends them. */
export async function deletedFolder(scene: Scene): Promise<void> {
  const { admin, folder } = scene;
  const manual = await readFile(join(import.meta.dirname, '../../docs/troubleshooting.md'), 'utf8');
  const [, ...named] = /fails after files were deleted,.* empty `([^`]+)` and `([^`]+)`/.exec(manual) ?? [];
  assert.equal(named.length, 2, 'the manual names no folders to empty');
  await rm(join(folder, 'modules/TrackerWitness'), { recursive: true });
  await until('every page fails', 10, async () => (await admin.page('/login')).status >= 500);
  for (const name of named) await empty(join(folder, name));
  await until('the pages work again', 10, async () => (await admin.page(addons)).status === 200);
}

async function empty(directory: string): Promise<void> {
  for (const name of await readdir(directory))
    if (name !== '.gitignore') await rm(join(directory, name), { recursive: true });
}

/** Nothing of the module's folder can be read by its address. */
export async function folderIsPrivate({ site }: Scene): Promise<void> {
  for (const { path } of moduleFiles()) {
    const response = await fetch(`${site}/modules/Tracker/${path}`);
    const text = await response.text();
    assert.ok(
      response.status >= 400 && !text.includes('Modules\\Tracker'),
      `/modules/Tracker/${path}: ${response.status}`,
    );
  }
}
