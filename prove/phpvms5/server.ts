import { chown } from 'node:fs/promises';
import { join } from 'node:path';
import { isRoot, ownerOf } from '../../src/platform/site/owner.ts';
import { openShipped, type ShippedServer } from '../../test/shipped-server.ts';
import type { Site } from './site.ts';

/** How a flight gets into the host: by its own functions, or by prepared SQL. */
export type Way = 'its own functions' | 'prepared SQL';

/** The server as an operator runs it, on the address that the folder `acars` forwards to. */
export function serve(site: Site, port: string, way: Way): Promise<ShippedServer> {
  return openShipped({
    logLevel: 'trace',
    async prepare(folder) {
      const { uid, gid } = ownerOf(site.folder);
      if (isRoot()) await chown(folder, uid, gid);
    },
    env: (folder) => ({
      TRACKER_DATA: join(folder, 'data'),
      TRACKER_CREW_CENTER: site.folder,
      TRACKER_LISTEN: site.va.server === 'AUTO' ? `127.0.0.1:${port}` : site.va.server,
      TRACKER_TRUST_PROXY: '127.0.0.1,unix:',
      TRACKER_PHP: way === 'prepared SQL' ? join(folder, 'no-php') : site.php,
      TRACKER_DATABASE_SERVER: site.databaseServer,
    }),
  });
}
