import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setPublicName } from '../../src/platform/embedded/public-names.ts';
import { flownTrack, noFigures } from '../flown.ts';
import { until } from '../until.ts';
import { World } from '../world.ts';
import { addChannel, Discord, drop, failWith, globalLimit, hang, type Message } from './discord.ts';
import { local } from './receiver.ts';

const channel = { ...local, webhooks: { ...local.webhooks, limits: { timeoutMs: 2_000, maxAnswerBytes: 16_384 } } };

async function opened() {
  const world = await World.with(channel);
  const discord = await Discord.open(() => world.clock.now());
  return {
    world,
    discord,
    async [Symbol.asyncDispose]() {
      await world[Symbol.asyncDispose]();
      await discord[Symbol.asyncDispose]();
    },
  };
}

/** Lets time pass until it is so. */
async function whenPassing(world: World, isSo: () => boolean, stepMs = 500): Promise<void> {
  await until(async () => {
    await world.clock.advance(stepMs);
    return isSo();
  });
}

async function start(world: World) {
  const begun = await world.startFlight();
  const leg = {
    from: { lat: 47.45, lon: 8.55 },
    to: { lat: 46.24, lon: 6.11 },
    startAt: world.clock.now(),
    count: 300,
  };
  return { ...begun, leg };
}

async function finish(world: World, { session, leg }: Awaited<ReturnType<typeof start>>) {
  await world.clock.advance(3_000_000);
  await world.calls.report(session, { name: null, positions: flownTrack(leg), opening: null });
  await world.calls.finish(session, { name: null, figures: { ...noFigures, landingRateFpm: -212 }, opening: null });
}

function fieldOf(message: Message | undefined, name: string): string | undefined {
  return message?.embed.fields?.find((field) => field.name === name)?.value;
}

test('a flight is one message with a picture, edited as it goes on', async () => {
  await using all = await opened();
  const { world, discord } = all;
  addChannel(world, discord.url());
  const begun = await start(world);
  await until(() => discord.messages.length === 1);
  const [message] = discord.messages;
  assert.equal(fieldOf(message, 'Status'), 'Started');
  assert.match(message?.embed.title ?? '', /^DMO\d+ · [A-Z]{4} → [A-Z]{4}$/);
  const before = message?.picture;
  assert.equal(before?.subarray(1, 4).toString('latin1'), 'PNG');
  await finish(world, begun);
  await until(() => fieldOf(message, 'Status') === 'PIREP accepted');
  assert.equal(discord.messages.length, 1);
  assert.equal(fieldOf(message, 'Landing rate'), '−212 ft/min');
  assert.match(fieldOf(message, 'Off block') ?? '', /^\d\d:\d\dZ$/);
  assert.match(fieldOf(message, 'Distance') ?? '', /^[\d,]+ nm$/);
  assert.equal(fieldOf(message, 'Pilot'), undefined, 'nobody is named unless the airline says so');
  assert.doesNotMatch(JSON.stringify(message?.payload), /Keller|DMO0001/);
  assert.notDeepEqual(message?.picture, before);
  assert.deepEqual(message?.payload.allowed_mentions, { parse: [] });
  assert.deepEqual(message?.payload.attachments, [
    { id: 0, filename: 'flight.png', description: `Track and profile of ${message?.embed.title.split(' ')[0]}` },
  ]);
});

test('the pilot is named where the airline wants it: by name only who agreed, and no longer once that is taken back', async () => {
  await using all = await opened();
  const { world, discord } = all;
  addChannel(world, discord.url(), { options: { pilot: 'yes', picture: 'no' } });
  const begun = await start(world);
  await whenPassing(world, () => discord.messages.length === 1);
  assert.match(fieldOf(discord.messages[0], 'Pilot') ?? '', /^DMO0001$/);
  assert.equal(discord.messages[0]?.picture, null);
  const { id } = begun.session.pilot;
  await setPublicName(world.embedded.crewCenter, id, true);
  await world.calls.cancel(begun.session, { name: null, reason: null });
  await whenPassing(world, () => fieldOf(discord.messages[0], 'Status') === 'Cancelled');
  assert.match(fieldOf(discord.messages[0], 'Pilot') ?? '', /^Ada Keller \\\(DMO0001\\\)$/);
  await setPublicName(world.embedded.crewCenter, id, false);
  await start(world);
  await whenPassing(world, () => discord.messages.length === 2);
  assert.equal(fieldOf(discord.messages[1], 'Pilot'), 'DMO0001');
});

test('a message that somebody deleted is posted again; a webhook that is gone switches the channel off', async () => {
  await using all = await opened();
  const { world, discord } = all;
  addChannel(world, discord.url(), { options: { picture: 'no' } });
  const begun = await start(world);
  await whenPassing(world, () => discord.messages.length === 1);
  discord.messages.length = 0;
  await world.calls.cancel(begun.session, { name: null, reason: null });
  await whenPassing(world, () => fieldOf(discord.messages[0], 'Status') === 'Cancelled');
  assert.equal(discord.messages.length, 1);
  discord.gone.add('111111');
  await start(world);
  await whenPassing(world, () => world.webhooks.find('ep_channel')?.isOn === false);
  assert.match(world.webhooks.find('ep_channel')?.offReason ?? '', /Discord no longer knows this webhook/);
  assert.ok(!world.logLines.some((line) => line.includes('secret-token')), 'the address is in no log');
});

for (const [name, fault] of Object.entries({ 'answers 502': failWith(502), hangs: hang, 'drops the connection': drop }))
  test(`a post is made once when Discord ${name} before it took it`, async () => {
    await using all = await opened();
    const { world, discord } = all;
    discord.faults.push(fault, fault);
    addChannel(world, discord.url(), { options: { picture: 'no' } });
    const begun = await start(world);
    await finish(world, begun);
    await whenPassing(world, () => fieldOf(discord.messages[0], 'Status') === 'PIREP accepted', 2_000);
    assert.equal(discord.messages.length, 1);
  });

test('when the answer to a post is lost, the post is doubled once, and later events edit the newer one', async () => {
  await using all = await opened();
  const { world, discord } = all;
  discord.lateFaults.push(drop);
  addChannel(world, discord.url(), { options: { picture: 'no' } });
  const begun = await start(world);
  await whenPassing(world, () => discord.messages.length === 2, 2_000);
  await finish(world, begun);
  await whenPassing(world, () => fieldOf(discord.messages[1], 'Status') === 'PIREP accepted', 2_000);
  assert.equal(discord.messages.length, 2);
  assert.equal(discord.messages[0]?.edits, 0);
});

test('a server that dies between the post and its answer doubles the post once', async () => {
  await using all = await opened();
  const { world, discord } = all;
  discord.lateFaults.push(hang);
  addChannel(world, discord.url(), { options: { picture: 'no' } });
  const begun = await start(world);
  await until(() => discord.messages.length === 1);
  await world.restart(1_000);
  await whenPassing(world, () => discord.messages.length === 2);
  await finish(world, { ...begun, session: await world.signIn() });
  await whenPassing(world, () => fieldOf(discord.messages[1], 'Status') === 'PIREP accepted');
  assert.equal(discord.messages.length, 2);
});

test('the limit of a channel is kept, so that Discord refuses nothing; a flight that goes on does not overtake itself', async () => {
  await using all = await opened();
  const { world, discord } = all;
  addChannel(world, discord.url(), { options: { picture: 'no' } });
  for (let count = 0; count < 14; count++) {
    const { session } = await world.startFlight();
    await world.calls.cancel(session, { name: null, reason: 'next' });
  }
  const done = () => discord.messages.filter((each) => fieldOf(each, 'Status') === 'Cancelled').length === 14;
  await whenPassing(world, done, 250);
  assert.equal(discord.messages.length, 14);
  assert.equal(discord.refused, 0);
});

test('a global limit holds every channel for as long as Discord says', async () => {
  await using all = await opened();
  const { world, discord } = all;
  addChannel(world, discord.url('111111'), { options: { picture: 'no' } });
  addChannel(world, discord.url('222222'), {
    id: 'ep_other',
    options: { picture: 'no' },
    events: ['flight.cancelled'],
  });
  discord.faults.push(globalLimit(64.57));
  const { session } = await world.startFlight();
  await until(() => discord.requests.length === 1);
  await world.calls.cancel(session, { name: null, reason: null });
  await world.clock.advance(60_000);
  assert.equal(discord.requests.length, 1, 'nothing is sent before that');
  await whenPassing(
    world,
    () => discord.messages.length === 2 && discord.messages.every((each) => fieldOf(each, 'Status') === 'Cancelled'),
  );
});

test('an event that is sent again does not set the post back', async () => {
  await using all = await opened();
  const { world, discord } = all;
  addChannel(world, discord.url(), { options: { picture: 'no' } });
  const begun = await start(world);
  await whenPassing(world, () => discord.messages.length === 1);
  await finish(world, begun);
  await whenPassing(world, () => fieldOf(discord.messages[0], 'Status') === 'PIREP accepted');
  assert.equal(world.webhooks.resend('ep_channel', { number: 1 }), 1);
  const edits = discord.messages[0]?.edits ?? 0;
  await whenPassing(world, () => (discord.messages[0]?.edits ?? 0) > edits);
  assert.equal(fieldOf(discord.messages[0], 'Status'), 'PIREP accepted');
});
