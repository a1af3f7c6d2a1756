import { statfsSync, statSync } from 'node:fs';
import Fastify from 'fastify';
import { Counter, collectDefaultMetrics, Gauge, Registry } from 'prom-client';
import { firstPartition } from '../../cluster/members.ts';
import type { Config } from '../../config/config.ts';
import { type ListenTarget, listenOn } from '../../http/listen.ts';
import { fileName as journalFile } from '../../journal/open.ts';
import { packageVersion } from '../../lib/version.ts';
import { isRefusal } from '../../tracking/refusals.ts';
import { listBackups } from '../backups/schedule.ts';
import type { Tracker } from '../tracker.ts';
import type { CountedChanges } from './counted-changes.ts';
import { conditionKinds, type Health } from './health.ts';
import type { RefusedReports } from './refused-reports.ts';

/** Figures of the running server in the text format of Prometheus. Names and units follow its conventions. */
export interface Metrics {
  read(): Promise<string>;
  /** Serves `/metrics` at a separate address, which must not be public. */
  serve(target: ListenTarget): Promise<AsyncDisposable>;
}

/** What is measured besides the tracker. */
export interface MetricSources {
  readonly health: Health;
  readonly refused: RefusedReports;
  readonly changed: CountedChanges;
  /** Null: no backups are made by themselves. */
  readonly backups: Config['backups'];
}

/** What Node does is counted from here on; what is a state is read when it is asked for. */
export function createMetrics(tracker: Tracker, { health, refused, changed, backups }: MetricSources): Metrics {
  const register = new Registry();
  collectDefaultMetrics({ register });
  const registers = [register];
  const version = new Gauge({
    name: 'tracker_build_info',
    help: 'Version of Tracker',
    labelNames: ['version'],
    registers,
  });
  version.set({ version: packageVersion() }, 1);
  addFlights(registers, tracker, changed);
  addDisk(registers, tracker);
  addDamage(registers, tracker);
  addRefused(registers, refused);
  addWebhooks(registers, tracker);
  if (backups !== null) addBackup(registers, backups.folder);
  new Gauge({
    name: 'tracker_condition',
    help: '1 while this is wrong with the server, as /readyz lists it',
    labelNames: ['code'],
    registers,
    async collect() {
      const found = new Set((await health.conditions()).map(({ code }) => code as string));
      for (const code of Object.keys(conditionKinds)) this.set({ code }, found.has(code) ? 1 : 0);
    },
  });
  const read = () => register.metrics();
  return { read, serve: (target) => serveFigures(target, register.contentType, read) };
}

/** By file, so that an alarm can name it. */
function addDamage(registers: Registry[], { damage }: Tracker): void {
  new Gauge({
    name: 'tracker_damaged',
    help: 'Rows and files of the stored data that were found damaged, and not repaired since',
    labelNames: ['file'],
    registers,
    collect() {
      this.reset();
      this.set({ file: journalFile }, 0);
      for (const { file } of damage.found) this.inc({ file });
    },
  });
}

function addRefused(registers: Registry[], refused: RefusedReports): void {
  new Counter({
    name: 'tracker_reports_refused_total',
    help: 'Calls with reports that were refused, by the code of the refusal',
    labelNames: ['code'],
    registers,
    collect() {
      this.reset();
      for (const [code, count] of refused.byCode) this.inc({ code }, count);
    },
  });
}

/** When the newest backup that is whole was made; 0 before the first. */
function addBackup(registers: Registry[], folder: string): void {
  new Gauge({
    name: 'tracker_backup_timestamp_seconds',
    help: 'Time of the newest daily backup, in seconds since 1970; 0 before the first',
    registers,
    collect() {
      try {
        const [newest] = listBackups(folder);
        this.set(newest === undefined ? 0 : statSync(newest.folder).mtimeMs / 1_000);
      } catch {
        // A disk that is away takes no other figure with it: this one grows older until somebody looks.
      }
    },
  });
}

/** At the server that delivers: others have none, so that a receiver that fails is reported once. */
function addWebhooks(registers: Registry[], { once, cluster: { members } }: Tracker): void {
  const listed = async () => {
    try {
      return members.holderOf(firstPartition) === 'here' ? await once.webhookCalls.listWebhooks() : [];
    } catch (error) {
      // No server delivers at this moment.
      if (isRefusal(error)) return [];
      throw error;
    }
  };
  new Gauge({
    name: 'tracker_webhook_deliveries',
    help: 'Deliveries to a webhook that wait, or were set aside after the last attempt',
    labelNames: ['webhook', 'state'],
    registers,
    async collect() {
      const all = await listed();
      this.reset();
      for (const { name, waiting, setAside } of all) {
        this.inc({ webhook: name, state: 'waiting' }, waiting);
        this.inc({ webhook: name, state: 'set-aside' }, setAside);
      }
    },
  });
  new Gauge({
    name: 'tracker_webhook_switched_off',
    help: '1 for a webhook that was switched off because its receiver does not want it any more; of several with one name, how many',
    labelNames: ['webhook'],
    registers,
    async collect() {
      const all = await listed();
      this.reset();
      for (const { name, offReason } of all) this.inc({ webhook: name }, offReason === null ? 0 : 1);
    },
  });
}

/** Of this server alone: what asks several of them adds them up. */
function addFlights(registers: Registry[], { cluster: { own } }: Tracker, changed: CountedChanges): void {
  new Counter({
    name: 'tracker_reports_total',
    help: 'Calls that stored reports',
    registers,
    collect() {
      this.reset();
      this.inc(changed.moved);
    },
  });
  new Counter({
    name: 'tracker_flight_changes_total',
    help: 'Changes of flights: started, filed, cancelled …',
    labelNames: ['kind'],
    registers,
    collect() {
      this.reset();
      for (const [kind, count] of changed.byKind) this.inc({ kind }, count);
    },
  });
  new Gauge({
    name: 'tracker_flights',
    help: 'Flights under way, by state',
    labelNames: ['state'],
    registers,
    collect() {
      for (const state of ['starting', 'open', 'suspended', 'filing']) this.set({ state }, 0);
      for (const { flight } of own.flights) this.inc({ state: flight.state });
    },
  });
}

function addDisk(registers: Registry[], { journal, dataDirectory }: Tracker): void {
  new Gauge({
    name: 'tracker_journal_bytes',
    help: 'Size of the journal with its log file; of one in MariaDB, of the tables of all servers',
    registers,
    collect() {
      this.set(journal.stats().bytes);
    },
  });
  for (const [name, help, figure] of [
    ['tracker_journal_writes_total', 'Writes of this server that are stored', 'rows'],
    ['tracker_journal_commits_total', 'Transactions of this server that are stored', 'commits'],
  ] as const)
    new Counter({
      name,
      help,
      registers,
      collect() {
        this.reset();
        this.inc(journal.stats()[figure]);
      },
    });
  new Gauge({
    name: 'tracker_journal_queue',
    help: 'Writes of this server that wait to be stored',
    registers,
    collect() {
      this.set(journal.stats().queuedRows);
    },
  });
  new Gauge({
    name: 'tracker_disk_free_bytes',
    help: 'Free space on the disk of the data directory',
    registers,
    collect() {
      const { bavail, bsize } = statfsSync(dataDirectory);
      this.set(bavail * bsize);
    },
  });
}

async function serveFigures(target: ListenTarget, type: string, read: Metrics['read']): Promise<AsyncDisposable> {
  const fastify = Fastify({ logger: false });
  fastify.get('/metrics', async (_request, reply) => reply.type(type).send(await read()));
  await listenOn(fastify, target);
  return { [Symbol.asyncDispose]: () => fastify.close() };
}
