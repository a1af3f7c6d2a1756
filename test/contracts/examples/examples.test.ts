import assert from 'node:assert/strict';
import { test } from 'node:test';
import { routesOf } from '../../../src/contracts/contract.ts';
import { isOf } from '../../../src/contracts/examples.ts';
import { compileCheck } from '../../../src/contracts/shape.ts';
import { closed } from '../../wire/closed-schema.ts';
import { linesOf, membersOf, shorten } from './members.ts';
import { play, stages } from './play.ts';

// The examples of each contract's OpenAPI document, sent in the order of a flight. After a change of an answer they are recorded
// anew: `node test/contracts/examples/record.ts`.

/** Calls that the embedded crew center refuses for ever. */
const refused: Readonly<Record<string, readonly string[]>> = {
  'phpvms7-core': ['GET /flights/{id}/briefing'],
  'smartcars3 beside phpVMS 5': ['POST /flights/rebook'],
};

for (const stage of stages) {
  const { name, contract } = stage;
  const played = await play(stage);
  const routes = routesOf(contract);

  test(`${name}: every call has an example with a body where it takes one, and no two have one name`, () => {
    const examples = played.map(({ example }) => example);
    const without = routes.filter((route) => {
      const own = examples.filter((example) => isOf(route, example));
      return own.length === 0 || (route.body !== null && own.every(({ body }) => body === undefined));
    });
    assert.deepEqual(
      without.map(({ method, path }) => `${method} ${path}`),
      [],
    );
    const names = examples.map(({ call, title }) => `${call}: ${title}`);
    assert.deepEqual(
      names.filter((each, index) => names.indexOf(each) !== index),
      [],
    );
  });

  test(`${name}: no example is refused but those of calls that this crew center has not`, () => {
    const all = played.filter(({ answer }) => answer.status >= 300).map(({ example }) => example.call);
    assert.deepEqual(all, refused[name] ?? []);
  });

  for (const [index, { example, answer, shown }] of played.entries()) {
    test(`${name} ${index + 1}: ${example.call}: ${example.title}`, () => {
      const route = routes.find((each) => isOf(each, example)) ?? assert.fail(`${example.call} is no call`);
      assert.equal(answer.status, example.status, answer.text);
      assert.deepEqual(linesOf(membersOf(shown)), linesOf(membersOf(example.answer)));
      const schema = route.answers[answer.status] ?? contract.refusalSchema;
      const isRefused = route.answers[answer.status] === undefined;
      if (isRefused) assert.ok(Object.values(contract.refusals).some(({ status }) => status === answer.status));
      assert.equal(compileCheck(closed(schema))(shown), null);
      assert.equal(compileCheck(closed(schema))(example.answer), null);
    });
  }
}

const answers: readonly (readonly [string, unknown, unknown])[] = [
  ['a member that is missing', { a: 1, b: 2 }, { a: 1 }],
  ['a member too many', { a: 1 }, { a: 1, b: 2 }],
  ['another type', { a: 1 }, { a: '1' }],
  ['null for a value', [{ a: 1 }], [{ a: null }]],
  ['a list for an object', { a: {} }, { a: [] }],
];
for (const [what, one, other] of answers)
  test(`the comparison sees ${what}`, () => {
    assert.notDeepEqual(linesOf(membersOf(one)), linesOf(membersOf(other)));
  });

test('a list is shortened to the entries that show something new, without losing a member or a type', () => {
  const list = [{ a: 1 }, { a: 2 }, { a: null }, { a: 3, b: [1, 2] }];
  assert.deepEqual(shorten(list), [{ a: 1 }, { a: null }, { a: 3, b: [1] }]);
  assert.deepEqual(linesOf(membersOf(shorten(list))), linesOf(membersOf(list)));
});
