import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { loadConfig } from '../../src/config/config.ts';
import type { Contract } from '../../src/contracts/contract.ts';
import { World } from '../world.ts';

/** The clock stands, so an allowance that is used up is never renewed; how many calls a client makes hangs on the machine. */
const limits = { ...loadConfig({}).limits, requestBurst: 100_000 };

/** The server with this contract, whose clock is years behind ours, and a folder for a client. */
export async function openFront(contract: Contract) {
  const opened = new AsyncDisposableStack();
  const world = opened.use(await World.with({ contracts: [contract], isServed: true, config: { limits } }));
  const directory = await mkdtemp(join(tmpdir(), 'tracker-front-'));
  opened.defer(() => rm(directory, { recursive: true }));
  const { id: bidId } = await world.bidFor(await world.signIn(), 'EDDF');
  return { world, url: world.server.url, directory, bidId, [Symbol.asyncDispose]: () => opened.disposeAsync() };
}
