// needs: mariadb
import { after, before, describe } from 'node:test';
import { platformSuite } from '../../src/platform/suite.ts';
import { type Mariadb, sqlModes, startMariadb } from './mariadb.ts';
import type { Installation } from './phpvms5/schema.ts';
import { openSuiteWorld } from './phpvms5/suite-world.ts';

const installations: readonly (Installation & { readonly name: string; readonly mode: keyof typeof sqlModes })[] = [
  { name: '5.5.2', mode: 'empty', release: '5.5.2', prefix: 'phpvms_' },
  { name: '5.5.2, strict', mode: 'strict', release: '5.5.2', prefix: 'phpvms_' },
  { name: '2.1.936', mode: 'empty', release: '2.1.936', prefix: 'phpvms_' },
  { name: '2.1.936, empty prefix, strict', mode: 'strict', release: '2.1.936', prefix: '' },
  {
    name: 'booking add-on, own columns, odd prefix',
    mode: 'empty',
    release: '5.5.2',
    prefix: 'VA-5_x%',
    bookingAddOn: true,
    ownColumns: true,
  },
];

for (const mode of ['empty', 'strict'] as const) {
  describe(`sql_mode ${mode}`, () => {
    let server: Mariadb;
    before(async () => {
      server = await startMariadb(sqlModes[mode]);
    });
    after(() => server[Symbol.asyncDispose]());
    for (const { name, mode: own, ...options } of installations) {
      if (own === mode) platformSuite(`phpVMS 5: ${name}`, () => openSuiteWorld(server, options));
    }
  });
}
