import { mkdir } from 'node:fs/promises';
import { connect } from 'node:net';
import { join } from 'node:path';
import { checkSaysVersion } from '../../test/hosts/part-checks.ts';
import { findPart, type Part } from '../../test/hosts/parts.ts';
import { freePort } from '../../test/hosts/ports.ts';
import { type Program, startProgram } from '../../test/hosts/program.ts';
import { until } from '../../test/until.ts';
import { connections, type Peer } from './peer.ts';

const part: Part = {
  name: 'Redis',
  programs: ['redis-server'],
  packages: ['redis-server'],
  check: checkSaysVersion,
};

/** Where its file grows; so it opens what is in it, from its own folder. */
const files = 'appendonlydir';

/** Redis that syncs each command to its file before it answers. @param keys - where the reports go */
export async function startRedis(folder: string, keys: readonly string[]): Promise<Peer> {
  const [program = 'redis-server'] = findPart(part);
  const port = await freePort();
  await mkdir(folder);
  const log = join(folder, 'log');
  const start = async (env?: Readonly<Record<string, string>>) => {
    // Another process would rewrite its file in between, whose files nobody could watch.
    const always = [
      '--appendonly',
      'yes',
      '--appendfsync',
      'always',
      '--save',
      '',
      '--auto-aof-rewrite-percentage',
      '0',
    ];
    const where = ['--port', String(port), '--bind', '127.0.0.1', '--dir', folder, '--logfile', log];
    const watched = env === undefined ? {} : Object.assign({}, env, { POWER_CUT_DIRECTORY: files });
    const running = await startProgram(program, [...where, ...always], { address: port, log, env: watched });
    // It listens before it has read its file.
    await until(async () => !(await ask(port, ['PING'])).startsWith('-LOADING'));
    return running;
  };
  let server: Program = await start();
  return {
    name: 'Redis',
    target: { port, path: '', connections, wire: 'redis' },
    directory: join(folder, files),
    async count() {
      const answers = await Promise.all(keys.map((key) => ask(port, ['LLEN', key])));
      return answers.reduce((sum, answer) => sum + Number(answer.slice(1)), 0);
    },
    kill: async () => server[Symbol.asyncDispose](),
    async start(env) {
      server = await start(env);
    },
    [Symbol.asyncDispose]: async () => server[Symbol.asyncDispose](),
  };
}

/** One command, on a connection of its own; the first line of what it answers. */
async function ask(port: number, words: readonly string[]): Promise<string> {
  const socket = connect(port, '127.0.0.1').setEncoding('latin1');
  socket.write(`*${words.length}\r\n${words.map((word) => `$${word.length}\r\n${word}\r\n`).join('')}`);
  let answer = '';
  for await (const chunk of socket) {
    answer += String(chunk);
    if (answer.includes('\r\n')) break;
  }
  return answer.trimEnd();
}
