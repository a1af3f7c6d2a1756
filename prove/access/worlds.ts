import type { FastifyInstance } from 'fastify';
import { loadConfig } from '../../src/config/config.ts';
import type { Contract } from '../../src/contracts/contract.ts';
import { World, type WorldChanges } from '../../test/world.ts';
import { contractsOf, type Version } from '../served/contracts.ts';
import { collectRoutes, type ServedRoute } from '../served/routes.ts';

export interface Served extends AsyncDisposable {
  readonly world: World;
  readonly version: Version;
  readonly routes: readonly ServedRoute[];
  readonly contracts: readonly [Contract, ...Contract[]];
}

const { limits } = loadConfig({});

/** The whole server with the demo's airline and every contract of a version, on a clock that stands still. */
export async function openServed(
  version: Version,
  { atFirst, ...changes }: WorldChanges & { readonly atFirst?: (fastify: FastifyInstance) => void } = {},
): Promise<Served> {
  const routes = collectRoutes(atFirst);
  const contracts = changes.contracts ?? contractsOf[version];
  const world = await World.with({
    ...changes,
    contracts,
    isServed: true,
    config: {
      crewCenter: { kind: 'embedded', version },
      requireHttps: false,
      trustProxy: ['127.0.0.1'],
      limits: { ...limits, requestsPerSecond: 10_000, requestBurst: 100_000 },
      // The same few wrong keys are sent to every route.
      loginLimits: { perPilotAndAddress: 100_000, perAddress: 100_000, perPilot: 100_000 },
      ...changes.config,
    },
  });
  return { world, version, routes, contracts, [Symbol.asyncDispose]: () => world[Symbol.asyncDispose]() };
}
