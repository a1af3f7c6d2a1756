import assert from 'node:assert/strict';
import test from 'node:test';
import { Draws } from '../../prove/simulate/chance.ts';
import { Counters } from '../../prove/simulate/counters.ts';
import { settle } from '../../prove/simulate/event-loop.ts';
import { everything, Fortune } from '../../prove/simulate/fortune.ts';
import { type Host, type Line, Network } from '../../prove/simulate/network.ts';
import { quietNetwork } from '../../prove/simulate/network-faults.ts';
import { Life, VirtualTime } from '../../prove/simulate/virtual-time.ts';

/** A host that answers everything at once, a client, and what was served. */
function connect(host: (served: () => void) => Host | null) {
  const time = new VirtualTime(0, new Draws('order'));
  let served = 0;
  const counters = new Counters();
  const answering = host(() => {
    served += 1;
  });
  const network = new Network({
    time,
    counters,
    draws: new Draws('network'),
    host: () => answering,
    fortune: new Fortune(everything),
    observer: { served: () => undefined, answered: () => undefined, befell: () => undefined },
  });
  const line: Line = { name: 'client', address: '198.51.100.1', life: new Life(time, 'client'), isOffline: false };
  const ask = async () => {
    const answer = network.fetchOf(line)('http://tracker.simulated/x', { method: 'GET', headers: {} });
    const told = answer.then(
      ({ status }) => status,
      (error: Error) => (error.cause as { code: string }).code,
    );
    while (time.step() !== null) await settle();
    return await told;
  };
  return { network, line, ask, served: () => served, counters };
}

const answering = (served: () => void): Host => ({
  serve(_request, answer) {
    served();
    answer({ status: 200, headers: {}, text: '' });
  },
});

const fates = [
  { fate: 'loss', told: 'UND_ERR_HEADERS_TIMEOUT', served: 0 },
  { fate: 'lostAnswer', told: 'UND_ERR_HEADERS_TIMEOUT', served: 1 },
  { fate: 'double', told: 200, served: 2 },
  { fate: 'cut', told: 'ECONNRESET', served: 0 },
] as const;

for (const { fate, told, served } of fates) {
  test(`a request with the fate ${fate}: the client sees ${told}, the server sees ${served}`, async () => {
    const world = connect(answering);
    world.network.faults = { ...quietNetwork, [fate]: 1 };
    assert.equal(await world.ask(), told);
    assert.equal(world.served(), served);
    assert.deepEqual(world.counters.faults, { [fate]: 1 });
    world.network.heal();
    assert.equal(await world.ask(), 200);
  });
}

test('without a server, or offline, a client is told so', async () => {
  assert.equal(await connect(() => null).ask(), 'ECONNRESET');
  const world = connect(answering);
  world.line.isOffline = true;
  assert.equal(await world.ask(), 'ENOTFOUND');
  assert.equal(world.served(), 0);
});
