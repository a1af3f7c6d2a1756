import { copyFileSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import { configureSqlite } from '../../../src/lib/sqlite.ts';
import type { Outage, SuiteWorld } from '../../../src/platform/suite.ts';

export interface Worlds {
  open(): Promise<SuiteWorld>;
  dispose(): void;
}

/** Worlds of the platform suite on a file: one is seeded, and copied for each case. */
export async function openWorlds(
  seed: (file: string) => Promise<void>,
  open: (file: string) => Promise<SuiteWorld>,
): Promise<Worlds> {
  const folder = mkdtempSync(join(tmpdir(), 'embedded-suite-'));
  const template = join(folder, 'template.sqlite');
  await seed(template);
  let count = 0;
  return {
    open() {
      const file = join(folder, `world-${++count}.sqlite`);
      copyFileSync(template, file);
      return open(file);
    },
    dispose: () => rmSync(folder, { recursive: true }),
  };
}

/** The adapter's connection is closed; `other` is one that stays. */
export function outageOf(database: DatabaseSync, other: DatabaseSync): Outage {
  return {
    begin: async () => database.close(),
    async end() {
      database.open();
      configureSqlite(database);
    },
    // The bid goes in the middle of filing: what is written before it must be taken back.
    async breakFiling() {
      other.exec(`CREATE TRIGGER broken BEFORE DELETE ON bids BEGIN SELECT RAISE(ABORT, 'broken'); END`);
      return async () => other.exec('DROP TRIGGER broken');
    },
  };
}
