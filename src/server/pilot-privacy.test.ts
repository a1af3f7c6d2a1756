import assert from 'node:assert/strict';
import { test } from 'node:test';
import { World } from '../../test/world.ts';
import { isRefusal, Refusal } from '../tracking/refusals.ts';
import { PilotWishes } from '../web/my/wishes.ts';
import { privacyOf } from './pilot-privacy.ts';

const moving = () => new Refusal('shutting-down', { message: 'Another server has the webhooks.' });
const elsewhere = { eraser: null, name: 'Test Virtual', databases: () => [] };

/** A pilot who has a session, and webhooks that fail at these erasures, counted from 1. */
async function open(failing: readonly number[]) {
  const world = await World.open();
  const { pilot } = await world.signIn();
  let erasures = 0;
  const webhooks = {
    async erasePilot(id: string) {
      assert.equal(id, pilot.id);
      erasures += 1;
      if (failing.includes(erasures)) throw moving();
    },
  };
  const { journal, directory: dataDirectory } = world;
  const { operator } = world.tracking;
  const scrubbing = { after: async <T>(work: () => Promise<T>) => ({ result: await work(), isScrubbed: true }) };
  const crewCenter = elsewhere;
  const wishes = new PilotWishes(journal);
  const { erasePilot } = privacyOf({ operator, crewCenter, webhooks, scrubbing, journal, wishes, dataDirectory });
  return { world, erase: () => erasePilot('ada@test', pilot.ident), count: () => erasures };
}

test('an erasure that fails at the webhooks can be repeated, until the pilot is erased everywhere', async () => {
  const { world, erase, count } = await open([1, 2]);
  await using _ = world;
  for (const _attempt of [1, 2]) await assert.rejects(erase(), (error) => isRefusal(error, 'shutting-down'));
  assert.match((await erase()).erased, /is erased/);
  assert.equal(count(), 4, 'what was queued between the two erasures is erased too');
  await assert.rejects(erase(), (error) => isRefusal(error, 'not-found'));
});

test('the operator reads what could not be erased a second time', async () => {
  const { world, erase } = await open([2]);
  await using _ = world;
  assert.match((await erase()).remains ?? '', /queued for webhooks in this moment/);
});

test('an erasure that is refused has changed nothing at the webhooks', async () => {
  const { world, erase, count } = await open([]);
  await using _ = world;
  await world.startFlight();
  await assert.rejects(erase(), (error) => isRefusal(error, 'flight-open'));
  assert.equal(count(), 0);
});
