import type { PeerLine } from '../../../src/cluster/peer.ts';
import { type Config, loadConfig } from '../../../src/config/config.ts';
import type { MysqlEngine } from '../../../src/journal/mysql/engine.ts';
import { type Clock, CorrectedClock } from '../../../src/lib/clock.ts';
import { override } from '../../../src/lib/override.ts';
import { Secret } from '../../../src/lib/secret.ts';
import type { Platform } from '../../../src/platform/port.ts';
import { SharedCluster } from '../../../src/server/cluster/shared.ts';
import { firstSettings, keepSettings } from '../../../src/server/first-settings.ts';
import type { TrackingOptions } from '../../../src/tracking/options.ts';
import type { Draws } from '../chance.ts';
import type { Generation } from '../front.ts';
import { bugLogger } from '../logger.ts';
import { ModelDisk } from '../model-journal/model-disk.ts';
import { openTracking, tokensOf } from '../tracking.ts';
import { type ClusterFront, clusterFrontOf } from './cluster-front.ts';
import { type EngineParts, openModelEngine } from './engine.ts';

export interface RunningNeeds extends EngineParts {
  readonly place: number;
  readonly generation: Generation;
  readonly draws: Draws;
  readonly options: Partial<TrackingOptions>;
  readonly clock: Clock;
  readonly platform: Platform;
  openLine(url: string): PeerLine;
  /** Called with what a server logs as an error. */
  onFailure(error: unknown): void;
}

/** Everything that a process has once it serves. */
export interface Running {
  readonly front: ClusterFront;
  readonly cluster: SharedCluster;
  readonly engine: MysqlEngine;
}

const secret = new Secret('a secret of all servers of the simulation');

export const addressOf = (place: number): string => `http://server-${place}:1`;

/** Opens the parts of a server of a cluster as `server/tracker.ts` does, over the models. It has no lease yet. */
export async function openRunning(needs: RunningNeeds): Promise<Running> {
  const { id, place, machine, generation, draws, platform, openLine, onFailure, onBug: onError } = needs;
  const clock = new CorrectedClock(needs.clock);
  const engine = await openModelEngine(needs);
  const log = bugLogger(onFailure);
  const config = configOf(place);
  const journal = override(new ModelDisk().open(clock), engine.shared);
  const settings = await firstSettings(journal, platform, log);
  const ofCore = { clock, onError, settings };
  const cluster = new SharedCluster({
    config,
    engine,
    platform,
    clock,
    log,
    journal,
    id,
    machine,
    openLine,
    onError,
    tokens: tokensOf(draws),
    createFirst: (parts) =>
      openTracking(needs.options, {
        ...ofCore,
        ...parts,
        onCrewCenter: () => undefined,
        onSettings: (now) => keepSettings(journal, now),
      }),
    createCore: (parts) => openTracking(needs.options, { ...ofCore, ...parts }),
  });
  const { tracking, elsewhere, methods } = cluster;
  const behind = { calls: tracking.calls, clock, logger: log, elsewhere, methods, secret, onError: onFailure };
  return { front: await clusterFrontOf(generation, place, behind), cluster, engine };
}

function configOf(place: number): Config {
  const config = loadConfig({});
  return { ...config, cluster: { listen: { host: '10.0.0.1', port: 1 }, address: addressOf(place), secret, ca: null } };
}
