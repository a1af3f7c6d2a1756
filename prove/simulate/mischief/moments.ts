import type { Draws } from '../chance.ts';
import { goodCrew } from '../crew.ts';
import type { Course } from '../model-crew-center/conduct.ts';
import type { Scene } from '../scene.ts';
import { credentialsIn, type Exchange } from '../wire.ts';
import { forAWhile, type MischiefTable } from './mischief.ts';

/** What would rarely meet the moment in which it matters, if chance alone chose both. */
export const momentMischief: MischiefTable = {
  // Just when a flight's paperwork is done at the crew center.
  'worst-moment'(world, draws) {
    const { crew } = world.models;
    const call = draws.pick(['openPirep', 'openPirep', 'filePirep', 'cancelPirep']);
    const what = draws.pick(['lost', 'torn', 'down', 'kill', 'kill'] as const);
    world.note(`the next ${call} meets: ${what}`);
    if (what !== 'kill') {
      crew.surprise = { call, course: () => ({ fate: what, workMs: 50, answerMs: 50 }) };
      return;
    }
    dieDuring(world, draws, call);
  },
  // A second device of the pilot's asks for something else at once, while the crew center takes its time.
  rival(world, draws) {
    const { past } = world.network;
    const { crew } = world.models;
    const starts = past.filter(({ request }) => request.method === 'POST' && startPath.test(request.path));
    if (starts.length === 0) return;
    const asked = draws.pick(starts);
    const signedIn = past.findLast(({ client, request }) => client === asked.client && isKnown(request));
    if (signedIn === undefined) return;
    const pilotId = world.pilotIdOf(asked.client);
    world.rivals.add(pilotId);
    const send = senderOf(world, asked, credentialsIn(signedIn.request));
    const [one, other] = twoBidsOf(world, pilotId, draws);
    const start = (bid_id: string) => () => send('start', { bid_id });
    const cancel = () => send('cancel', { reason: 'the other device' });
    if (draws.happens(0.3)) {
      // Nobody repeats it when there is no answer.
      dieDuring(world, draws, 'openPirep');
      world.life.after(draws.wait(30), start(other), 'rival');
      return;
    }
    slowCrew(world, draws);
    const deeds = draws.pick([
      [start(one), start(other)],
      [start(one), start(other), cancel],
      [cancel, start(one)],
      [cancel, start(one)],
      [start(one), cancel, start(one)],
    ]);
    if (deeds[0] === cancel) crew.surprise = { call: 'cancelPirep', course: () => slowly };
    for (const [index, deed] of deeds.entries()) world.life.after(60 * index + draws.wait(30), deed, 'rival');
  },
};

/** Later than what is asked after it. */
const slowly = { fate: 'well', workMs: 5_000, answerMs: 50 } as const;

/** Ends the server when the crew center has done the next call of this name, and has not answered yet. */
function dieDuring(world: Scene, draws: Draws, call: string): void {
  const isSilent = draws.happens(0.4);
  const course = (): Course => {
    world.life.after(200, () => world.keeper.kill(isSilent), 'killed while it waits for the crew center');
    return { fate: 'well', workMs: 50, answerMs: 2_000 };
  };
  world.models.crew.surprise = { call, course };
}

const startPath = /\/start$/;

const isKnown = (request: Exchange['request']) => Object.keys(credentialsIn(request)).length > 0;

function slowCrew(world: Scene, draws: Draws): void {
  const { crew } = world.models;
  crew.conduct = { fates: draws.happens(0.3) ? { lost: 0.2, down: 0.2 } : {}, meanMs: draws.pick([200, 1_500]) };
  forAWhile(world, draws, 10_000, () => {
    crew.conduct = goodCrew;
  });
}

/** Returns what sends a request as this client does, whose answer nobody reads. */
function senderOf(world: Scene, asked: Exchange, credentials: Readonly<Record<string, string>>) {
  const others = Object.keys(credentialsIn(asked.request));
  const kept = Object.entries(asked.request.headers).filter(([name]) => !others.includes(name));
  const headers = { ...Object.fromEntries(kept), ...credentials };
  return (call: 'start' | 'cancel', sent: object): void => {
    world.note(`another device of ${asked.client} asks for ${call}`);
    const path = asked.request.path.replace(startPath, `/${call}`);
    const request = { ...asked.request, path, headers, body: JSON.stringify(sent) };
    world.network.arriveUnread({ ...asked, number: 0, sent, sentAt: world.time.now, request });
  };
}

/** Two bids of the pilot: first that of the flight under way, if there is one. */
function twoBidsOf(world: Scene, pilotId: string, draws: Draws): readonly [string, string] {
  const { host } = world.models.crew;
  const bids = () => [...host.bids.values()].flatMap((bid) => (bid.pilotId === pilotId ? [bid.id] : []));
  while (bids().length < 2) world.offerBid(pilotId);
  const flown = host.pirepsOf(pilotId).find(({ state }) => state === 'open')?.bidId ?? null;
  const one = flown !== null && host.bids.has(flown) ? flown : draws.pick(bids());
  return [one, draws.pick(bids().filter((id) => id !== one))];
}
