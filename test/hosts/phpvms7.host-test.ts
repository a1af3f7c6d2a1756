// needs: mariadb
import { after, before, describe } from 'node:test';
import { platformSuite } from '../../src/platform/suite.ts';
import { type Mariadb, sqlModes, startMariadb } from './mariadb.ts';
import { nameOf, type Release } from './phpvms7/release.ts';
import { type CrewCenter7, createCrewCenter, openWorld } from './phpvms7/world.ts';

/** Beta.4 keeps no aircraft with a bid, which the suite counts on: `phpvms7-traps.host-test.ts` covers it. */
const hosts: readonly { release: Release; prefix: string; modes: readonly (keyof typeof sqlModes)[] }[] = [
  { release: '7.0.10', prefix: '', modes: ['empty', 'strict'] },
  // Not released: what is to come.
  { release: 'main', prefix: '', modes: ['strict'] },
  { release: '7.0.10', prefix: 'va-5_', modes: ['empty', 'strict'] },
  { release: '7.0.0', prefix: '', modes: ['strict'] },
  { release: '7.0.0-beta.5', prefix: 'x_', modes: ['strict'] },
];

for (const mode of ['empty', 'strict'] as const) {
  describe(`sql_mode ${mode}`, () => {
    let server: Mariadb;
    before(async () => {
      server = await startMariadb(sqlModes[mode]);
    });
    after(() => server[Symbol.asyncDispose]());
    for (const { release, prefix, modes } of hosts) {
      if (!modes.includes(mode)) continue;
      describe(`${release}, prefix "${prefix}"`, () => {
        let crew: CrewCenter7;
        before(async () => {
          crew = await createCrewCenter(server, release, prefix);
        });
        after(async () => {
          await crew.rest[Symbol.asyncDispose]();
          await crew.tables.close();
        });
        platformSuite(nameOf(release), () => openWorld(crew));
      });
    }
  });
}
