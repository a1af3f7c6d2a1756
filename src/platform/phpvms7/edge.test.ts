import assert from 'node:assert/strict';
import { test } from 'node:test';
import { moduleVersion } from '../../contracts/status-wire.ts';
import { moduleFiles } from './module-files.ts';
import { moduleName } from './settings.ts';

const files = moduleFiles().map(({ path, bytes }) => ({ path, text: bytes.toString('utf8') }));
const php = files.filter(({ path }) => path.endsWith('.php') && !path.endsWith('.blade.php'));
const json = (name: string) => JSON.parse(files.find(({ path }) => path === name)?.text ?? '');

/** The platform's classes that the module stands on, each present in 7.0.0-beta.5, 7.0.0 and 7.0.10. */
const platformClasses = [
  'App\\Contracts\\Controller',
  'App\\Contracts\\FormRequest',
  'App\\Contracts\\Migration',
  'App\\Contracts\\Model',
  'App\\Models\\Pirep',
  'App\\Services\\ModuleService',
  'App\\Services\\PirepService',
];

test('the manifest names the module as the platform and the server know it', () => {
  const manifest = json('module.json');
  assert.deepEqual([manifest.name, manifest.alias, manifest.version], [moduleName, 'tracker', moduleVersion]);
  assert.equal(json('composer.json').version, moduleVersion);
  // A provider that was named once must exist for ever: the platform caches the name, and dies without the class.
  assert.deepEqual(manifest.providers, ['Modules\\Tracker\\Providers\\TrackerServiceProvider']);
});

test('every class of the platform that is used exists in every release that is served', () => {
  const used = new Set(php.flatMap(({ text }) => text.match(/(?<=^use )App\\[\w\\]+/gm) ?? []));
  assert.deepEqual([...used].sort(), platformClasses);
});

test('every class lies where its name says', () => {
  for (const { path, text } of php) {
    const name = /^(?:abstract )?class (\w+)/m.exec(text)?.[1];
    if (name === undefined) continue;
    const namespace = /^namespace Modules\\Tracker\\([\w\\]+);/m.exec(text)?.[1];
    assert.equal(`${namespace?.replaceAll('\\', '/')}/${name}.php`, path);
  }
});

test('called by its own address a file does nothing, and holds no secret', () => {
  for (const { path, text } of php) {
    if (path.startsWith('Support/Folder/')) {
      const [, first = ''] = /^<\?php\n(?:\/\/.*\n|\/\*[\s\S]*?\*\/\n)*([\s\S]{0,90})/.exec(text) ?? [];
      assert.match(first, /^if \(!defined\('TRACKER_EDGE'\)\) \{\n {4}http_response_code\(403\);\n {4}exit;\n\}/, path);
      continue;
    }
    assert.doesNotMatch(
      text,
      /\becho\b|\bprint\b|\$_(?:GET|POST|REQUEST|COOKIE)\b|\b(?:eval|exec|system|shell_exec|unserialize)\s*\(/,
      path,
    );
  }
});

test('the caches of the platform cannot break it', () => {
  for (const { path, text } of php) assert.doesNotMatch(text, /config\('tracker|\benv\(/, path);
  const provider = php.find(({ path }) => path.startsWith('Providers/'))?.text ?? '';
  assert.doesNotMatch(provider, /\bDB::|TrackerSetting|setting\(/, 'the provider runs before the migrations');
});

test('migrations carry the name of the module, and cannot throw', () => {
  const migrations = php.filter(({ path }) => path.startsWith('Database/migrations/'));
  assert.equal(migrations.length, 2);
  for (const { path, text } of migrations) {
    assert.match(path, /\/\d{4}_\d\d_\d\d_\d{6}_tracker_\w+\.php$/);
    assert.match(text, /public function up\(\)\s*\{\s*try \{/);
  }
});

test('the settings screen has one field a setting, each with a label and a help text, and checks each', () => {
  const keysOf = (path: string, block: RegExp) => {
    const text = block.exec(php.find((file) => file.path === path)?.text ?? '')?.[1] ?? '';
    return [...text.matchAll(/^ +'(\w+)' +=>/gm)].map(([, name = '']) => name).sort();
  };
  const fields = keysOf('Support/SettingFields.php', /FIELDS = \[([\s\S]+?)\n {4}\];/);
  const rules = keysOf('Support/SettingFields.php', /RULES = \[([\s\S]+?)\n {4}\];/);
  const stored = keysOf('Support/SettingFields.php', /DEFAULTS = \[([\s\S]+?)\n {4}\];/);
  assert.ok(fields.length > 10);
  assert.deepEqual(rules, fields);
  assert.deepEqual(stored, fields.map((name) => (name === 'client_token' ? 'client_token_hash' : name)).sort());
  const source = php.find(({ path }) => path === 'Support/SettingFields.php')?.text ?? '';
  const complete = source.match(/^ +'\w+' +=> \['[^']{3,40}', '[^']{20,160}\.', '\w+', '[^']*'\],$/gm) ?? [];
  assert.equal(complete.length, fields.length);
});
