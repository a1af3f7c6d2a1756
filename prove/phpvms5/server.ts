import { chown, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Writable } from 'node:stream';
import { loadConfig } from '../../src/config/config.ts';
import { createLogger } from '../../src/lib/log.ts';
import { isRoot, ownerOf } from '../../src/platform/site/owner.ts';
import { openServer, type Server } from '../../src/server/app.ts';
import type { Site } from './site.ts';

/** How a flight gets into the host: by its own functions, or by prepared SQL. */
export type Way = 'its own functions' | 'prepared SQL';

export interface SiteServer extends AsyncDisposable {
  readonly server: Server;
  log(): string;
}

/** The server as an operator runs it, on the address that the folder `acars` forwards to. */
export async function serve(site: Site, port: string, way: Way): Promise<SiteServer> {
  const directory = await mkdtemp(join(tmpdir(), 'tracker-prove-'));
  const { uid, gid } = ownerOf(site.folder);
  if (isRoot()) await chown(directory, uid, gid);
  let written = '';
  const destination = new Writable({
    write(chunk, _encoding, done) {
      written += String(chunk);
      done();
    },
  });
  const config = loadConfig({
    TRACKER_DATA: join(directory, 'data'),
    TRACKER_CREW_CENTER: site.folder,
    TRACKER_LISTEN: site.va.server === 'AUTO' ? `127.0.0.1:${port}` : site.va.server,
    TRACKER_TRUST_PROXY: '127.0.0.1,unix:',
    TRACKER_PHP: way === 'prepared SQL' ? join(directory, 'no-php') : site.php,
    TRACKER_DATABASE_SERVER: site.databaseServer,
  });
  const server = await openServer({ config, log: createLogger({ level: 'trace', destination }) });
  return {
    server,
    log: () => written,
    [Symbol.asyncDispose]: async () => {
      await server[Symbol.asyncDispose]();
      await rm(directory, { recursive: true });
    },
  };
}
