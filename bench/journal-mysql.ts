import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Journal } from '../src/journal/journal.ts';
import type { MysqlEngine } from '../src/journal/mysql/engine.ts';
import { openMysqlEngine } from '../src/journal/mysql/open.ts';
import { openJournal } from '../src/journal/open.ts';
import { partitionCount } from '../src/journal/partition.ts';
import { systemClock } from '../src/lib/clock.ts';
import type { MysqlAddress } from '../src/lib/mysql.ts';
import { Galera, galeraLogin } from '../test/hosts/galera/galera.ts';
import { startMariadb } from '../test/hosts/mariadb.ts';
import type { BenchOptions } from './bench-options.ts';
import { samplePosition } from './fleet/sample-position.ts';
import { type Aim, type Goal, judge } from './goal.ts';

const one: Aim = {
  goal: 'J3',
  what: 'durable positions a second in one MariaDB, as a share of those in a file',
  kind: 'at least',
  aim: 0.5,
  short: 0.5,
};
const three: Aim = {
  goal: 'J4',
  what: 'durable positions a second of three servers on a Galera cluster of three, as a share of those in a file',
  kind: 'at least',
  aim: 0.3,
  short: 0.3,
};
const wait: Aim = {
  goal: 'J5',
  what: 'ms that 99 of 100 positions wait for the cluster of three at 2,000 a second',
  kind: 'at most',
  aim: 50,
  short: 50,
};

/** As many positions wait for their commit as a server with so many busy connections has. */
const connections = 256;
const steadyPerSecond = 2_000;
const stepMs = 5;

/** The journal in MariaDB beside the one in a file, in this process, without HTTP: all partitions, single positions of many flights. */
export async function benchJournalMysql({ rounds, isShort, note }: BenchOptions): Promise<readonly Goal[]> {
  const roundMs = isShort ? 300 : 3_000;
  await using opened = new AsyncDisposableStack();
  const server = opened.use(await startMariadb('', 'durable'));
  await server.createDatabase('journal', '');
  const alone = await openAll([server.address('journal')], opened);
  const cluster = opened.use(await Galera.start(3));
  const nodes = cluster.nodes.map(({ ports }): MysqlAddress => {
    return { server: { host: '127.0.0.1', port: ports.sql }, ...galeraLogin };
  });
  const shared = await openAll(nodes, opened);
  const results: { readonly one: number; readonly three: number; readonly p99: number }[] = [];
  for (let round = 0; round < rounds; round++) {
    const file = await inFile(roundMs);
    const [single, triple] = [await saturate(alone, roundMs), await saturate(shared, roundMs)];
    const p99 = await steady(shared, roundMs);
    note(
      `${Math.round(file)} in a file, ${Math.round(single)} in MariaDB, ${Math.round(triple)} in three nodes, ${p99} ms`,
    );
    results.push({ one: single / file, three: triple / file, p99 });
  }
  const values = (name: 'one' | 'three' | 'p99') => results.map((result) => result[name]);
  return [judge(one, values('one')), judge(three, values('three')), judge(wait, values('p99'))];
}

/** Opens all partitions, spread evenly over servers that each use their own node. */
async function openAll(nodes: readonly MysqlAddress[], opened: AsyncDisposableStack): Promise<readonly Journal[]> {
  const engines: MysqlEngine[] = [];
  for (const { server, user, password, database } of nodes) {
    const engine = await openMysqlEngine({ hosts: [server], user, password, database, clock: systemClock });
    opened.defer(() => engine.close());
    engines.push(engine);
  }
  const journals: Journal[] = [];
  for (let part = 0; part < partitionCount; part++) {
    const journal = await engines[part % engines.length]?.openPartition(part, 0);
    if (journal !== undefined) journals.push(journal);
  }
  return journals;
}

async function inFile(roundMs: number): Promise<number> {
  const directory = mkdtempSync(join(tmpdir(), 'tracker-bench-'));
  const journal = await openJournal({ directory, clock: systemClock });
  try {
    return await saturate([journal], roundMs);
  } finally {
    await journal.close();
    rmSync(directory, { recursive: true });
  }
}

const positions = Array.from({ length: 1_000 }, (_, seq) => [samplePosition(seq)]);

/** Returns positions a second: each connection sends the next one when the one before is durable. */
async function saturate(journals: readonly Journal[], roundMs: number): Promise<number> {
  const began = performance.now();
  let stored = 0;
  const send = async (journal: Journal | undefined) => {
    for (let sent = 0; performance.now() - began < roundMs; sent++) {
      await journal?.appendPositions(1 + (sent % 16), positions[sent % positions.length] ?? []).durable;
      stored++;
    }
  };
  await Promise.all(Array.from({ length: connections }, (_, index) => send(journals[index % journals.length])));
  return stored / ((performance.now() - began) / 1000);
}

/** Returns the wait, in milliseconds, that 99 of 100 positions do not exceed when they come at a steady rate. */
async function steady(journals: readonly Journal[], roundMs: number): Promise<number> {
  const waits: number[] = [];
  const sent: Promise<void>[] = [];
  const began = performance.now();
  const send = async (journal: Journal | undefined, due: number) => {
    await journal?.appendPositions(1, positions[sent.length % positions.length] ?? []).durable;
    waits.push(performance.now() - due);
  };
  for (let due = began; due < began + roundMs; due += stepMs) {
    const { promise, resolve } = Promise.withResolvers<void>();
    setTimeout(resolve, Math.max(0, due - performance.now()));
    await promise;
    for (let index = 0; index < (steadyPerSecond * stepMs) / 1000; index++)
      sent.push(send(journals[sent.length % journals.length], due));
  }
  await Promise.all(sent);
  waits.sort((a, b) => a - b);
  return Number((waits[Math.floor(waits.length * 0.99)] ?? Number.NaN).toFixed(1));
}
