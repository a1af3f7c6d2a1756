// needs: firefox
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { collectRoutes } from '../../prove/served/routes.ts';
import { position } from '../flown.ts';
import { until } from './canvas.ts';
import { Firefox } from './firefox.ts';
import { Site } from './site.ts';
import { assertSame, type Compared, compare, windows } from './world-places.ts';

/** How many pixels of the aircraft, and how many different colours of the ground, are drawn. */
const look = `(() => {
  const pixels = (canvas) => {
    const copy = document.createElement('canvas');
    [copy.width, copy.height] = [canvas.width, canvas.height];
    const context = copy.getContext('2d');
    context.drawImage(canvas, 0, 0);
    return context.getImageData(0, 0, copy.width, copy.height).data;
  };
  const flights = document.querySelector('.flights-canvas');
  const ground = document.querySelector('.ground');
  if (flights === null || ground?.dataset.zoom === undefined) return [0, 0];
  let aircraft = 0;
  const drawn = pixels(flights);
  for (let at = 3; at < drawn.length; at += 4) if (drawn[at] > 60) aircraft++;
  const colors = new Set();
  const under = pixels(ground);
  for (let at = 0; at < under.length; at += 4 * 97) colors.add(under.subarray(at, at + 3).join());
  return [aircraft, colors.size];
})()`;

test('in Firefox, too, every place is drawn where the map has it, on a ground with land and sea', async () => {
  await using site = await Site.open();
  const session = await site.signIn();
  await site.start(session, 'MMUN');
  const at = Date.now();
  await site.report(
    session,
    position(at, { lat: 47, lon: 8, altitudeMslFt: 12_000, groundSpeedKt: 400, receivedAt: at }),
  );
  await using firefox = await Firefox.open();
  for (const viewport of windows) {
    const name = `${viewport.width}×${viewport.height}`;
    await firefox.goto(site.url(), viewport);
    assert.deepEqual(await firefox.evaluate('[innerWidth, innerHeight]'), [viewport.width, viewport.height]);
    await until(`aircraft and ground are drawn at ${name}`, async () => {
      const [aircraft = 0, colors = 0] = (await firefox.evaluate(look)) as number[];
      return aircraft > 50 && colors > 4;
    });
    assertSame((await firefox.evaluate(compare)) as Compared, name);
  }
});

test('the live map ends its stream before it is left, where Firefox would cut it, and opens it again where it stays', async () => {
  let streams = 0;
  collectRoutes((fastify) =>
    fastify.addHook('preHandler', async ({ url }, { raw }) => {
      if (!url.includes('/live/events')) return;
      streams++;
      raw.on('close', () => streams--);
    }),
  );
  await using site = await Site.open();
  await using firefox = await Firefox.open();
  const [window = { width: 1_280, height: 800 }] = windows;
  await firefox.goto(site.url(), window);
  const isSeen = (id: string) => firefox.evaluate(`document.getElementById('${id}')?.hidden === false`);
  await until('the feed says that nobody flies', async () => (await isSeen('empty')) === true);
  assert.equal(streams, 1);
  // As at a link to a file, after which the page is still there.
  await firefox.evaluate(`dispatchEvent(new Event('beforeunload'))`);
  await until('the stream has ended', async () => streams === 0);
  assert.equal(await isSeen('connection'), false);
  await until('there is one again', async () => streams === 1);
  await firefox.goto(site.url('/tracker/home'), window);
  await until('it has ended', async () => streams === 0);
  assert.deepEqual(firefox.complaints, []);
});
