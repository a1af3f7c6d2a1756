import type { WireCall } from '../../../src/client/transport.ts';
import { below } from '../../../src/client/wires/calls.ts';
import { legacy } from '../../../src/client/wires/legacy.ts';
import { native } from '../../../src/client/wires/native.ts';
import { phpvms7 } from '../../../src/client/wires/phpvms7.ts';
import { smartcars } from '../../../src/client/wires/smartcars.ts';
import type { Draws } from '../chance.ts';
import { goodCrew } from '../crew.ts';
import type { Generation } from '../front.ts';
import type { HostBid } from '../model-crew-center/host.ts';
import { scriptUrls } from '../pilots/smartcars-pilot.ts';
import type { Scene } from '../scene.ts';
import type { Account } from '../surroundings.ts';
import { credentialsIn } from '../wire.ts';
import { forAWhile, type MischiefTable } from './mischief.ts';

/** A client whose timeout is too short. */
export const chorusMischief: MischiefTable = {
  // It repeats a call that opens a flight by itself, before the first one is answered; for a few flights.
  chorus(world, draws) {
    const flights = draws.whole(1, 4);
    for (let flight = 0; flight < flights; flight++)
      world.life.after(draws.wait(1 + 8_000 * flight), () => repeat(world, draws), 'chorus');
  },
};

function repeat(world: Scene, draws: Draws): void {
  const known = world.pilots.filter(({ account }) => credentialsOf(world, account) !== null && isFree(world, account));
  if (known.length === 0 || world.isCalm) return;
  const { name, account } = draws.pick(known);
  world.rivals.add(account.id);
  const meanMs = draws.pick([20, 100, 400]);
  world.models.crew.conduct = { fates: draws.happens(0.3) ? { lost: 0.1, down: 0.1 } : {}, meanMs };
  forAWhile(world, draws, 10_000, () => {
    world.models.crew.conduct = goodCrew;
  });
  const bid = bidOf(world, account, draws);
  const callOf = draws.pick(callsFor[world.generation]);
  // Some say how long they have waited, so that no two of their calls are alike.
  const isCounting = draws.happens(0.5);
  const count = draws.whole(2, 16);
  world.note(`an impatient device of ${name} asks for ${callOf(bid, 0).path} ${count} times`);
  for (let index = 0; index < count; index++) {
    const call = callOf(bid, isCounting ? index : 0);
    world.life.after(draws.wait(draws.pick([20, 300])), () => send(world, account, call), 'chorus');
  }
}

/** Calls that open a flight where there is none: what a client says of this bid after so many minutes. */
const callsFor: Readonly<Record<Generation, readonly ((bid: HostBid, minutes: number) => WireCall)[]>> = {
  5: [
    (_, minutes) => legacy.finish({ flight_time: 60 + minutes }),
    ({ id }, minutes) => legacy.finish({ flight_time: 60 + minutes, bid_id: id }),
    ({ id }) => below(scriptUrls[5], complete(id)),
  ],
  7: [
    ({ id }) => below(scriptUrls[7], complete(id)),
    ({ id }) => native.start({ bid_id: id }),
    ({ plan }) => below('/api/', phpvms7.start(prefileOf(plan))),
  ],
};

const complete = (bidId: string) => smartcars.finish({ bidID: Number(bidId), flightTime: 1 });

function prefileOf({ scheduleId, airlineId, flightNumber, departure, arrival }: HostBid['plan']): object {
  const leg = { dpt_airport_id: departure.icao, arr_airport_id: arrival.icao };
  return { ...leg, flight_id: scheduleId, airline_id: airlineId, flight_number: flightNumber, aircraft_id: '1' };
}

function bidOf(world: Scene, { id: pilotId }: Account, draws: Draws): HostBid {
  const bids = () => [...world.models.crew.host.bids.values()].filter((bid) => bid.pilotId === pilotId);
  if (bids().length === 0) world.offerBid(pilotId);
  return draws.pick(bids());
}

/** Whether no flight of this pilot is under way, which another call would be about. */
function isFree(world: Scene, { id }: Account): boolean {
  const flights = [...(world.server?.tracking?.flights ?? [])];
  return !flights.some(
    ({ flight: { pilot, state } }) => pilot.id === id && (state === 'open' || state === 'suspended'),
  );
}

/** By which the pilot was known last, whatever the client; null for one who did not sign in yet. */
function credentialsOf(world: Scene, account: Account): Readonly<Record<string, string>> | null {
  const own = world.network.past.filter(({ client }) => world.pilotIdOf(client) === account.id);
  const known = own.map(({ request }) => credentialsIn(request)).findLast((each) => Object.keys(each).length > 0);
  return known ?? null;
}

/** Nobody reads the answer. */
function send(world: Scene, account: Account, { path, body }: WireCall): void {
  const credentials = credentialsOf(world, account);
  const { name = '' } = world.pilots.find((pilot) => pilot.account.id === account.id) ?? {};
  if (credentials === null) return;
  // The API of version 7 knows no sessions.
  const own = path.startsWith('/api/pireps') ? { 'x-api-key': account.apiKey } : credentials;
  const headers = { ...own, 'content-type': 'application/json' };
  const request = { method: 'POST', path, headers, body: JSON.stringify(body), address: '192.0.2.99' };
  world.network.arriveUnread({ number: 0, client: name, request, sentAt: world.time.now, sent: body });
}
