import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { systemClock } from '../../lib/clock.ts';
import { Secret } from '../../lib/secret.ts';
import { newToken } from '../../lib/tokens.ts';
import { replacePublicPasswords, seedDemoFive } from '../../platform/embedded/five/demo.ts';
import { fiveFileName, openEmbeddedFive } from '../../platform/embedded/five/five.ts';

/**
 * Fills a new embedded crew center of version 5 with the demo airline (it has no pages for adding pilots). The pilots get a password that only the owner
 * of the data directory can read. Returns the file with the password; null if there was nothing to do.
 */
export async function prepareFive(directory: string): Promise<string | null> {
  const { platform, database } = await openEmbeddedFive({ file: join(directory, fiveFileName), clock: systemClock });
  try {
    seedDemoFive(database);
    const password = newToken().slice(0, 16);
    const logins = replacePublicPasswords(database, new Secret(password));
    if (logins.length === 0) return null;
    const file = join(directory, 'demo-pilots.txt');
    writeFileSync(file, logins.map((login) => `${login} ${password}\n`).join(''), { mode: 0o600 });
    return file;
  } finally {
    await platform.close();
  }
}
