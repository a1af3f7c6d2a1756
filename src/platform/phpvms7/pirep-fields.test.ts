import assert from 'node:assert/strict';
import { test } from 'node:test';
import { pirep } from '../../../test/hosts/phpvms5/opened.ts';
import { fileBody } from './pirep-fields.ts';

test('fields of a PIREP whose names every object inherits are sent like others', () => {
  // Spaces are cut: this is how the name passes the door, which takes no member that is named so.
  const sent = { ' __proto__ ': 'a', constructor: 'b', toString: 'c', hasOwnProperty: 'd', '5': 'e', Gate: 'f' };
  const { fields } = JSON.parse(JSON.stringify(fileBody({ ...pirep, fields: sent }, [], new Map())));
  const received = new Map(Object.entries(fields));
  const names = ['__proto__', 'constructor', 'toString', 'hasOwnProperty', 'Field 5', 'Gate'];
  assert.deepEqual(
    names.map((name) => received.get(name)),
    ['a', 'b', 'c', 'd', 'e', 'f'],
  );
});
