import { setTimeout } from 'node:timers/promises';
import { sqlModes, startMariadb } from '../test/hosts/mariadb.ts';
import { Served } from '../test/hosts/phpvms7/served.ts';
import { type CrewCenter7, createCrewCenter, emptyAndSeed } from '../test/hosts/phpvms7/world.ts';
import type { BenchOptions } from './bench-options.ts';
import { Connection } from './connection.ts';
import { type LoadFlight, writeFlights } from './deliver-flights.ts';
import { type Goal, judge } from './goal.ts';

/** Each flight sends one position a second. */
const whole = { flightCount: 2_000, warmUpMs: 10_000, measureMs: 30_000 } as const;
const short = { flightCount: 50, warmUpMs: 2_000, measureMs: 2_000 } as const;
const connectionCount = 100;
const pollEveryMs = 1_000;

/**
 * P4: `serve` with 2,000 flights on the tables of a phpVMS 7, a position a second each: by how much the newest row of a
 * flight in the platform's own table is behind what was acknowledged, in seconds; of each look the worst 1 % left out.
 */
export async function benchDeliver({ isShort, note }: BenchOptions): Promise<readonly Goal[]> {
  const extent = isShort ? short : whole;
  await using mariadb = await startMariadb(sqlModes.strict);
  const crew = await createCrewCenter(mariadb, '7.0.10', '');
  try {
    await emptyAndSeed(crew);
    await using served = await Served.open(crew);
    await served.kill();
    const flights = await writeFlights(crew, served.dataDirectory, extent.flightCount);
    await served.start();
    const behind = await measure(crew, flights, Number(new URL(served.url).port), extent);
    note(`behind, at each look: ${behind.map((each) => each.toFixed(2)).join(' ')} s`);
    const aim = {
      goal: 'P4',
      what: 'seconds that the platform’s table is behind',
      kind: 'at most',
      aim: 1,
      short: 1,
    } as const;
    return [judge(aim, behind)];
  } finally {
    await crew.rest[Symbol.asyncDispose]();
    await crew.tables.close();
  }
}

async function measure(
  crew: CrewCenter7,
  flights: readonly LoadFlight[],
  port: number,
  { warmUpMs, measureMs }: typeof whole | typeof short,
): Promise<readonly number[]> {
  const begun = performance.now();
  const load = { isStopped: false };
  const connections = Math.min(connectionCount, flights.length);
  const loads = Array.from({ length: connections }, (_, index) =>
    fly(
      port,
      flights.filter((_flight, at) => at % connections === index),
      begun,
      load,
    ),
  );
  await setTimeout(warmUpMs);
  const results: number[] = [];
  while (performance.now() - begun < warmUpMs + measureMs) {
    results.push(await look(crew, flights));
    await setTimeout(pollEveryMs);
  }
  load.isStopped = true;
  await Promise.all(loads);
  return results;
}

/** Every flight of the share once a second, one request at a time on the connection. */
async function fly(
  port: number,
  share: readonly LoadFlight[],
  begun: number,
  load: { readonly isStopped: boolean },
): Promise<void> {
  let answered = Promise.withResolvers<string | null>();
  const opened = Promise.withResolvers<void>();
  const connection = new Connection(port, opened.resolve, (failure) => answered.resolve(failure));
  await opened.promise;
  for (let second = 0; !load.isStopped; second++) {
    for (const [index, flight] of share.entries()) {
      const dueMs = begun + second * 1_000 + (index * 1_000) / share.length;
      const waitMs = dueMs - performance.now();
      if (waitMs > 1) await setTimeout(waitMs);
      answered = Promise.withResolvers();
      const sentS = Math.round((performance.now() - begun) / 10) / 100;
      connection.send(request(flight.token, second + 1, sentS));
      const failure = await answered.promise;
      if (failure !== null) throw new Error(`a position was not stored: ${failure}`);
      flight.acknowledged.push({ sentS, atMs: performance.now() });
    }
  }
  connection.end();
}

function request(token: string, seq: number, sentS: number): string {
  const body = `{"seq":${seq},"recorded_at":"${new Date().toISOString()}","lat":50.1,"lon":8.5,"heading":90,"altitude_msl":35000,"gs":450,"vs":0,"fuel":${sentS},"phase":"cruise"}`;
  return (
    'POST /api/tracker/position HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n' +
    `Authorization: Bearer ${token}\r\nContent-Length: ${body.length}\r\n\r\n${body}`
  );
}

/** How long the oldest acknowledged position that is newer than the flight's newest row has waited: the 99th percentile. */
async function look(crew: CrewCenter7, flights: readonly LoadFlight[]): Promise<number> {
  const now = performance.now();
  const rows = await crew.tables.rows(
    'SELECT pirep_id, MAX(fuel) AS sent FROM {acars} WHERE created_at >= NOW() - INTERVAL 10 SECOND GROUP BY pirep_id',
  );
  const newest = new Map(rows.map((row) => [String(row.pirep_id), Number(row.sent)]));
  const behind = flights.map(({ pirepId, acknowledged }) => {
    const there = newest.get(pirepId) ?? -1;
    while (acknowledged[0] !== undefined && acknowledged[0].sentS <= there) acknowledged.shift();
    const waiting = acknowledged[0];
    return waiting === undefined ? 0 : Math.max(0, now - waiting.atMs) / 1_000;
  });
  return behind.toSorted((a, b) => a - b)[Math.floor(behind.length * 0.99)] ?? Number.NaN;
}
