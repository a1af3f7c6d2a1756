import assert from 'node:assert/strict';
import { test } from 'node:test';
import { compareAnswers, type Difference } from '../../../prove/phpvms7-core/compare.ts';
import { readDifferenceList } from '../../../prove/phpvms7-core/difference-list.ts';
import { play } from '../../../prove/phpvms7-core/play.ts';
import { readRecording } from '../../../prove/phpvms7-core/recording.ts';
import { requests } from '../../../prove/phpvms7-core/requests.ts';
import { embeddedSite } from './embedded-site.ts';
import { readersOf } from './readers.ts';

const recorded = readRecording(new URL('recorded/phpvms-7.0.10.json', import.meta.url));
const listed = readDifferenceList(new URL('../../../docs/contracts/phpvms7-core-differences.md', import.meta.url));

async function findDifferences(): Promise<readonly Difference[]> {
  const { world, site } = await embeddedSite();
  await using _world = world;
  const ours = await play(site, requests);
  return ours.flatMap((each, index) => compareAnswers(recorded[index] ?? assert.fail(), each));
}

const differences = await findDifferences();

test('answers are as phpVMS 7.0.10 gave them, but for what the list names', () => {
  const unlisted = differences.filter((each) => !listed.some((line) => line.covers(each)));
  assert.deepEqual(
    unlisted.map(({ request, place, theirs, ours }) => `${request} | ${place} | ${theirs} | ${ours}`),
    [],
  );
});

test('each line of the list holds for an answer, and says why', () => {
  const stale = listed.filter((line) => !differences.some((each) => line.covers(each)));
  assert.deepEqual(
    stale.map(({ line }) => line),
    [],
  );
  assert.ok(listed.length > 0 && listed.every(({ reason }) => reason.length > 10));
});

test('each line names the programs whose code reads what differs', () => {
  assert.deepEqual(
    listed
      .map(({ line, places, readBy }) => [line, readBy, readersOf(places)])
      .filter(([, said, read]) => said !== read),
    [],
  );
  assert.ok(new Set(listed.map(({ readBy }) => readBy)).size > 3);
});

test('few answers have another status', () => {
  const different = new Set(differences.filter(({ place }) => place === 'status').map(({ request }) => request));
  assert.ok(different.size < requests.length / 4, `${different.size} of ${requests.length} have another status`);
});

const shapes: readonly (readonly [string, unknown, unknown, string])[] = [
  ['a member that is missing', { a: 'number' }, {}, 'a: number, absent'],
  ['a member too many', {}, { a: 'number' }, 'a: absent, number'],
  ['a text for a number', [{ a: 'number' }], [{ a: 'string' }], '[].a: number, string'],
  ['null for a value', { a: 'instant' }, { a: 'null' }, 'a: instant, null'],
  ['an empty list for one with entries', { a: ['number'] }, { a: [] }, 'a: list, empty list'],
  ['an object for a number', { a: 'number' }, { a: { m: 'number' } }, 'a: number, object'],
  ['nothing to compare with', { a: 'null', b: [], 'c?': 'number' }, { a: 'number', b: ['number'] }, ''],
];
for (const [name, theirs, ours, found] of shapes)
  test(`the comparison sees: ${name}`, () => {
    const answer = (shape: unknown) => ({ request: requests[0] ?? assert.fail(), status: 200, shape: shape as never });
    const seen = compareAnswers(answer(theirs), answer(ours)).map(
      (each) => `${each.place}: ${each.theirs}, ${each.ours}`,
    );
    assert.equal(seen.join('; '), found);
  });
