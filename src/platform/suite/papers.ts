import assert from 'node:assert/strict';
import { fullPirep, onlyPirep, openedFlight, refused } from './flights.ts';
import type { SuiteCase, SuiteWorld } from './world.ts';

const fix = (name: string, order: number) => ({ name, order, lat: 47.5 + order, lon: 8.5, navType: null });

/** The PIREP of the first pilot, and the papers of a crew center that takes some; else null. */
async function withPapers(world: SuiteWorld) {
  const { papers } = world.platform;
  if (papers === undefined) return null;
  const { pirepId } = await openedFlight(world, world.fixtures.first);
  return { papers, pirepId: pirepId ?? '', first: world.fixtures.first.id, second: world.fixtures.second.id };
}

export const paperCases: readonly SuiteCase[] = [
  {
    name: 'papers: a comment is in its PIREP as it was written, and only its pilot writes and reads it',
    async run(world) {
      const found = await withPapers(world);
      if (found === null) return;
      const { papers, pirepId, first, second } = found;
      const text = "Zürich <b>bumpy</b> '; --";
      const { id } = await papers.comment(first, pirepId, text);
      const { id: later } = await papers.comment(first, pirepId, 'and again');
      const comments = await papers.listComments(first, pirepId);
      assert.deepEqual(
        comments.map((each) => [each.id, each.text]),
        [
          [id, text],
          [later, 'and again'],
        ],
      );
      assert.ok((await onlyPirep(world, first)).text.includes(text));
      await refused(papers.comment(second, pirepId, 'not mine'), 'flight-not-found');
      await refused(papers.listComments(second, pirepId), 'flight-not-found');
      await refused(papers.comment(first, 'no such', 'x'), 'flight-not-found');
      assert.equal((await papers.listComments(first, pirepId)).length, 2);
    },
  },
  {
    name: 'papers: custom fields are added by name, also to a filed PIREP, and only its pilot sets and reads them',
    async run(world) {
      const found = await withPapers(world);
      if (found === null) return;
      const { papers, pirepId, first, second } = found;
      const flight = await openedFlight(world, world.fixtures.first);
      await world.platform.filePirep(flight, fullPirep({ fields: { Gate: 'A12', Runway: '07' } }));
      await papers.addFields(first, pirepId, { Gate: "B7 <b> '; --", 'Landing Rate': '-181' });
      const { Gate, Runway, 'Landing Rate': rate } = await papers.listFields(first, pirepId);
      assert.deepEqual([Gate, Runway, rate], ["B7 <b> '; --", '07', '-181']);
      await refused(papers.addFields(second, pirepId, { Gate: 'X' }), 'flight-not-found');
      await refused(papers.listFields(second, pirepId), 'flight-not-found');
      await refused(papers.addFields(first, 'no such', { Gate: 'X' }), 'flight-not-found');
    },
  },
  {
    name: 'papers: the route is what was set last, in order, and no other pilot changes it',
    async run(world) {
      const found = await withPapers(world);
      if (found === null) return;
      const { papers, pirepId, first, second } = found;
      const names = async () => (await papers.listRoute(first, pirepId)).map(({ name }) => name);
      assert.deepEqual(await names(), []);
      await papers.replaceRoute(first, pirepId, [fix('KUDES', 2), fix('DEGES', 1)]);
      assert.deepEqual(await names(), ['DEGES', 'KUDES']);
      await papers.replaceRoute(first, pirepId, [fix('KONAN', 1)]);
      assert.deepEqual(await papers.listRoute(first, pirepId), [fix('KONAN', 1)]);
      await refused(papers.replaceRoute(second, pirepId, []), 'flight-not-found');
      assert.deepEqual(await names(), ['KONAN']);
      await papers.replaceRoute(first, pirepId, []);
      assert.deepEqual(await names(), []);
    },
  },
];
