import type { Config } from '../../config/config.ts';
import type { Journal } from '../../journal/journal.ts';
import type { SchemaStep } from '../../journal/mysql/schema-step.ts';
import type { Clock } from '../../lib/clock.ts';
import type { Logger } from '../../lib/log.ts';
import { override } from '../../lib/override.ts';
import { openAlone } from './alone.ts';
import type { Cluster, ClusterNeeds } from './cluster.ts';
import { SharedCluster } from './shared.ts';

/** Where the journals are, and with that who shares the pilots. */
export interface Journals extends AsyncDisposable {
  /** What belongs to no partition; of a server that is alone, everything. */
  readonly records: Journal;
  openCluster(needs: ClusterNeeds): Cluster;
}

export interface JournalsNeeds {
  readonly config: Pick<Config, 'journal' | 'commitWindowMs'>;
  readonly clock: Clock;
  readonly log: Logger;
  /** The journal in the data directory. */
  readonly local: Journal;
  /** The steps of the tables in MariaDB: another version's, in tests. */
  readonly steps?: readonly SchemaStep[] | undefined;
}

/** Connects to the journal in MariaDB, unless it is the file in the data directory. */
export async function openJournals({ config, clock, log, local, steps }: JournalsNeeds): Promise<Journals> {
  const { journal, commitWindowMs } = config;
  if (journal === null) return { records: local, openCluster: openAlone, async [Symbol.asyncDispose]() {} };
  const { openMysqlEngine } = await import('../../journal/mysql/open.ts');
  const engine = await openMysqlEngine({ ...journal, clock, logger: log, commitWindowMs, steps });
  return {
    records: override(local, { ...engine.shared, stats: () => engine.stats() }),
    openCluster: (needs) => new SharedCluster({ ...needs, engine }),
    [Symbol.asyncDispose]: () => engine.close(),
  };
}
