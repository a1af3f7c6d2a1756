import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import { type Signer, signedFiles } from '../../build/release/sign.ts';
import { makeSigningKey, type SigningKey } from '../../build/release/signing-key.ts';
import { run } from '../command-line.ts';

export const next = '99.1.2';

/** Files as a release has them, each with a few bytes. */
export const names = [
  `va-tracker-${next}.tgz`,
  `va-tracker-${next}-linux-x64.tar.gz`,
  `va-tracker_${next}_amd64.deb`,
  `va-tracker-${next}.cdx.json`,
  'compose.yaml',
  'install.sh',
  'provenance.txt',
] as const;

export class SignedWorld {
  readonly folder: string;

  constructor(t: TestContext) {
    this.folder = mkdtempSync(join(tmpdir(), 'tracker-signed-'));
    t.after(() => rmSync(this.folder, { recursive: true }));
  }

  key(name: string): SigningKey {
    return makeSigningKey(join(this.folder, name));
  }

  /** Writes a release, and returns its folder. */
  release(
    signer: Partial<Signer>,
    version: string = next,
    more: readonly (readonly [name: string, bytes: Uint8Array])[] = [],
  ): string {
    const announced = {
      version,
      released: '2024-04-06',
      summary: 'Faster maps.',
      changes: ['One.', 'Two.'],
      data: { 'journal.sqlite': 99 },
    };
    const made = new Map<string, Uint8Array>([
      ['version.json', Buffer.from(JSON.stringify(announced))],
      ...names.map((name) => [name.replace(next, version), Buffer.from(`contents of ${name}`)] as const),
      ...more,
    ]);
    const folder = mkdtempSync(join(this.folder, 'release-'));
    mkdirSync(folder, { recursive: true });
    for (const [name, bytes] of signedFiles(made, version, 1, { key: null, handovers: [], knownKeys: [], ...signer }))
      writeFileSync(join(folder, name), bytes);
    return folder;
  }

  /** `tracker upgrade --check`, by a build that knows this key. */
  async check(file: string, known: SigningKey | null, ...words: readonly string[]) {
    const environment = { TRACKER_RELEASE_KEY: known?.publicKey.line ?? '', TRACKER_DATA: join(this.folder, 'data') };
    const { code, out, err } = await run(['upgrade', '--check', file, ...words], { environment });
    return { code, text: `${out}${err}`.trim() };
  }
}
