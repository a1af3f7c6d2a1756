import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { Contract } from '../../../src/contracts/contract.ts';
import { type Example, readExamples } from '../../../src/contracts/examples.ts';
import { legacy } from '../../../src/contracts/legacy/legacy.ts';
import { native } from '../../../src/contracts/native/native.ts';
import { coreAtApi } from '../../../src/contracts/phpvms7-core/phpvms7-core.ts';
import { smartcars3Five, smartcars3Seven } from '../../../src/contracts/smartcars3/smartcars3.ts';
import { stratosAtApi } from '../../../src/contracts/stratos/stratos.ts';
import { embeddedFileName } from '../../../src/platform/embedded/embedded.ts';
import { fiveFileName } from '../../../src/platform/embedded/five/five.ts';
import { renewApiKey } from '../../../src/platform/embedded/pilot-keys.ts';
import type { Answer } from '../../wire/ask.ts';
import { type Headers, type Served, serve } from '../../wire/served.ts';
import { StandIns } from './stand-ins.ts';

/** A contract with the embedded crew center on which its examples are played. */
export interface Stage {
  readonly name: string;
  readonly contract: Contract;
  readonly version: '7' | '5';
}

export const stages: readonly Stage[] = [
  { name: 'native', contract: native, version: '7' },
  { name: 'legacy', contract: legacy, version: '5' },
  { name: 'smartcars3 beside phpVMS 7', contract: smartcars3Seven, version: '7' },
  { name: 'smartcars3 beside phpVMS 5', contract: smartcars3Five, version: '5' },
  { name: 'phpvms7-core', contract: coreAtApi, version: '7' },
  { name: 'stratos', contract: stratosAtApi, version: '7' },
];

export interface Played {
  readonly example: Example;
  readonly answer: Answer;
  /** The answer as an example shows it, with the same texts for what the server made up. */
  readonly shown: unknown;
}

/** Sends the examples of a contract to a server, each after the one before. */
export async function play({ contract, version }: Stage): Promise<readonly Played[]> {
  await using served = await serve(contract, {
    requireHttps: false,
    logLevel: 'warn',
    crewCenter: { kind: 'embedded', version },
  });
  writeNews(served, version);
  const standIns = new StandIns();
  let headers: Headers = contract.readApiKey === null ? {} : { 'x-api-key': await keyOf(served) };
  const played: Played[] = [];
  for (const example of readExamples(contract.examples)) {
    await served.world.clock.advance((example.after ?? 0) * 1000);
    const [method = ''] = example.call.split(' ');
    const body = example.body === undefined ? {} : { body: standIns.fill(example.body) as object };
    const answer = await served.ask(standIns.fill(example.path), { method, headers, ...body });
    const token: unknown = answer.json?.token ?? answer.json?.session;
    if (typeof token === 'string') headers = { ...headers, authorization: `Bearer ${token}` };
    const said = answer.json ?? answer.text;
    standIns.learn(example.answer, said);
    played.push({ example, answer, shown: standIns.hide(said) });
  }
  return played;
}

/** The demo has none. */
function writeNews({ world }: Served, version: Stage['version']): void {
  const database = new DatabaseSync(join(world.directory, version === '7' ? embeddedFileName : fiveFileName), {
    timeout: 5_000,
  });
  const columns = version === '7' ? 'created_at' : 'postedby, postdate';
  const values = version === '7' ? '?' : "'Staff', ?";
  database
    .prepare(
      `INSERT INTO news (subject, body, ${columns}) VALUES ('Winter schedule', 'It begins on Sunday.', ${values})`,
    )
    .run('2024-04-01 08:00:00');
  database.close();
}

async function keyOf({ world }: Served): Promise<string> {
  return (await renewApiKey(world.embedded.crewCenter, 'ada@demo-air.example')).apiKey.reveal();
}
