import { chown, copyFile, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Bridge } from '../../../src/platform/phpvms5/bridge.ts';
import { openBridge } from '../../../src/platform/phpvms5/php-bridge.ts';
import type { Mariadb } from '../mariadb.ts';
import { findPhp } from '../php.ts';
import { installation } from './seed.ts';

/** Somebody who is not root, where the suite runs as root. */
const ownerId = process.getuid?.() === 0 ? 65_534 : null;

/** A folder whose PHP behaves like that of a phpVMS 5, of the kind of fork that a test asks for. */
export class StandIn implements AsyncDisposable {
  readonly folder: string;
  readonly #server: Mariadb;

  private constructor(folder: string, server: Mariadb) {
    this.folder = folder;
    this.#server = server;
  }

  static async make(server: Mariadb): Promise<StandIn> {
    const folder = await mkdtemp(join(tmpdir(), 'tracker-stand-in-'));
    await mkdir(join(folder, 'core'));
    await copyFile(join(import.meta.dirname, 'stand-in/codon.config.php'), join(folder, 'core/codon.config.php'));
    if (ownerId !== null) for (const path of [folder, join(folder, 'core')]) await chown(path, ownerId, ownerId);
    return new StandIn(folder, server);
  }

  /** A fresh database `crew` with these bids, and the bridge to its functions. */
  async open(kind: string, bids: Parameters<typeof installation>[1]): Promise<Bridge> {
    await this.#server.createDatabase('crew', installation({ release: '5.5.2', prefix: 'phpvms_' }, bids));
    const { socketPath } = this.#server.address('crew').server as { socketPath: string };
    const json = JSON.stringify({ kind, database: 'crew', socket: socketPath });
    await writeFile(join(this.folder, 'core/stand-in.json'), json);
    await rm(join(this.folder, 'core/heard'), { force: true });
    const bridge = await openBridge(this.folder, findPhp(), 'https://va.test');
    if ('unusable' in bridge) throw new Error(bridge.unusable);
    return bridge;
  }

  /** Events and calls that its modules have heard of. */
  async heard(): Promise<readonly unknown[]> {
    const text = await readFile(join(this.folder, 'core/heard'), 'utf8').catch(() => '');
    return text
      .split('\n')
      .filter((line) => line !== '')
      .map((line): unknown => JSON.parse(line));
  }

  [Symbol.asyncDispose](): Promise<void> {
    return rm(this.folder, { recursive: true });
  }
}
