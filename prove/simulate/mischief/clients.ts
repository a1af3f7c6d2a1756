import { deedOf } from '../deeds.ts';
import { quietNetwork } from '../network-faults.ts';
import type { Scene } from '../scene.ts';
import { credentialsIn, type Exchange } from '../wire.ts';
import { forAWhile, type MischiefTable } from './mischief.ts';

/** What goes wrong with pilots' machines and the network between. */
export const clientMischief: MischiefTable = {
  network(world, draws) {
    const share = draws.pick([0.05, 0.15]);
    world.network.faults = { loss: share, lostAnswer: share, double: share, late: share / 2, cut: share };
    world.note(`the network is bad: ${share}`);
    forAWhile(world, draws, 60_000, () => world.network.heal());
  },
  // A proxy in between has a timeout that is too short, and asks again.
  'asked-twice'(world, draws) {
    world.network.faults = { ...quietNetwork, double: 0.7 };
    world.note('a proxy asks nearly everything twice');
    forAWhile(world, draws, 120_000, () => world.network.heal());
  },
  'client-crash'(world, draws) {
    const pilot = draws.pick(world.pilots);
    if (!pilot.isRunning || pilot.isDone) return;
    const keepsStore = draws.happens(0.7);
    world.note(`${pilot.name} crashes${keepsStore ? '' : ' and loses its store'}`);
    pilot.crash(keepsStore);
    world.life.after(draws.wait(15_000), () => pilot.boot(), 'client boots');
  },
  'client-offline'(world, draws) {
    const pilot = draws.pick(world.pilots);
    world.note(`${pilot.name} is offline`);
    pilot.setOffline(true);
    forAWhile(world, draws, 90_000, () => pilot.setOffline(false));
  },
  // A proxy, or a client that was asleep, sends some of what it sent before.
  echo(world, draws) {
    const { past } = world.network;
    if (past.length === 0) return;
    for (const exchange of Array.from({ length: draws.whole(1, 8) }, () => draws.pick(past))) {
      world.note(`${deedOf(exchange)}: the request comes again`);
      world.network.arriveUnread({ ...exchange, sentAt: world.time.now });
    }
  },
  // Somebody who has seen the name of a flight asks for it with a session of their own.
  stranger(world, draws) {
    const { past } = world.network;
    const naming = past.filter((exchange) => flightNamedIn(world, exchange) !== null);
    if (naming.length === 0) return;
    const asked = draws.pick(naming);
    const own = past.filter((each) => world.pilotIdOf(each.client) !== flightNamedIn(world, asked) && isSignedIn(each));
    if (own.length === 0) return;
    const { client, request } = draws.pick(own);
    world.note(`${client} uses the session of its own for: ${deedOf(asked)}`);
    const others = new Set(Object.keys(credentialsIn(asked.request)));
    const kept = Object.entries(asked.request.headers).filter(([name]) => !others.has(name));
    const headers = { ...Object.fromEntries(kept), ...credentialsIn(request) };
    world.network.arriveUnread({
      number: 0,
      client,
      request: { ...asked.request, headers },
      sentAt: world.time.now,
      sent: asked.sent,
    });
  },
  'client-clock'(world, draws) {
    const pilot = draws.pick(world.pilots);
    const skewMs = Math.round(draws.between(-1, 1) * draws.pick([5_000, 600_000, 7_200_000, 36_000_000]));
    world.note(`the clock of ${pilot.name} is wrong by ${skewMs} ms`);
    pilot.setClock(skewMs);
  },
};

/** The pilot of the flight that this request names; null when it names none. */
function flightNamedIn(world: Scene, { request }: Exchange): string | null {
  const [, inPath, inBody] = flightNames.exec(`${request.path} ${request.body ?? ''}`) ?? [];
  return world.ownerOf(inPath ?? inBody ?? '');
}

const flightNames = /\/(?:flights?|pireps)\/([A-Za-z0-9]{16})|"flight_id":"([A-Za-z0-9]{16})"/;

function isSignedIn({ request }: Exchange): boolean {
  return Object.keys(credentialsIn(request)).length > 0;
}
