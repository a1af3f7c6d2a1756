import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Contract } from '../../src/contracts/contract.ts';
import { createLogger } from '../../src/log.ts';
import { buildHttp } from '../../src/server/http.ts';
import { plainOptions } from '../wire/wire-world.ts';
import { World } from '../world.ts';

/** A contract on a real port in front of a real core, whose clock is years behind ours. */
export async function openFront(contract: Contract) {
  const opened = new AsyncDisposableStack();
  const world = opened.use(await World.open());
  const directory = await mkdtemp(join(tmpdir(), 'tracker-front-'));
  opened.defer(() => rm(directory, { recursive: true }));
  const http = buildHttp({
    contract,
    calls: world.calls,
    settings: () => world.calls.status().settings,
    options: plainOptions,
    logger: createLogger({ level: 'silent' }),
    clock: world.clock,
  });
  opened.defer(() => http.close());
  const url = await http.listen({ kind: 'tcp', host: '127.0.0.1', port: 0 });
  const { id: bidId } = await world.bidFor(await world.signIn(), 'EDDF');
  return { world, url, directory, bidId, [Symbol.asyncDispose]: () => opened.disposeAsync() };
}
