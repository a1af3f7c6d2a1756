import { mkdir, writeFile } from 'node:fs/promises';
import { connect, type Socket } from 'node:net';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { checkRuns } from '../../test/hosts/part-checks.ts';
import { findPart, type Part } from '../../test/hosts/parts.ts';
import { freePort } from '../../test/hosts/ports.ts';
import { type Program, startProgram } from '../../test/hosts/program.ts';
import { mqttConnect, mqttNumber, mqttPacket, mqttText } from '../load-wire.ts';
import { connections, type Peer } from './peer.ts';

const part: Part = { name: 'Mosquitto', programs: ['mosquitto'], packages: ['mosquitto'], check: checkRuns };

/** Nothing came for so long: it has sent all. */
const quietMs = 1_500;

/**
 * Mosquitto as Debian ships it: persistent, its database written now and then and at its end. A subscriber that is away has
 * asked for all reports, with a quality of service of 1: what it gets when it comes back is what the broker holds.
 */
export async function startMosquitto(folder: string): Promise<Peer> {
  const [program = 'mosquitto'] = findPart(part);
  const port = await freePort();
  await mkdir(folder);
  const [log, data] = [join(folder, 'log'), join(folder, 'data')];
  await mkdir(data);
  const lines = ['persistence true', `persistence_location ${data}/`, `log_dest file ${log}`];
  // Started by root it becomes another, who could not write here.
  const own = [
    `listener ${port} 127.0.0.1`,
    'allow_anonymous true',
    ...(process.getuid?.() === 0 ? ['user root'] : []),
  ];
  await writeFile(join(folder, 'mosquitto.conf'), `${[...lines, ...own].join('\n')}\n`);
  const start = (env?: Readonly<Record<string, string>>) =>
    startProgram(program, ['-c', join(folder, 'mosquitto.conf')], { address: port, log, ...(env && { env }) });
  let server: Program = await start();
  await subscribe(port);
  return {
    name: 'Mosquitto',
    target: { port, path: '', connections, wire: 'mqtt' },
    directory: data,
    count: () => receive(port),
    kill: async () => server[Symbol.asyncDispose](),
    async start(env) {
      server = await start(env);
    },
    [Symbol.asyncDispose]: async () => server[Symbol.asyncDispose](),
  };
}

const subscriber = 'subscriber';

async function subscribe(port: number): Promise<void> {
  const socket = connect(port, '127.0.0.1');
  socket.write(mqttConnect(subscriber, false), 'latin1');
  socket.write(mqttPacket(0x82, `${mqttNumber(1)}${mqttText('reports/#')}\x01`), 'latin1');
  await setTimeout(quietMs / 3);
  socket.end();
}

/** Takes, without acknowledging, what waits for the subscriber; they are sent in full only as they are acknowledged. */
async function receive(port: number): Promise<number> {
  const socket = connect(port, '127.0.0.1');
  socket.write(mqttConnect(subscriber, false), 'latin1');
  let [count, heardAt, bytes] = [0, performance.now(), Buffer.alloc(0)];
  socket.on('data', (chunk) => {
    heardAt = performance.now();
    const taken = takePublished(Buffer.concat([bytes, chunk]), socket);
    count += taken.count;
    bytes = Buffer.from(taken.rest);
  });
  while (performance.now() - heardAt < quietMs) await setTimeout(100);
  socket.destroy();
  return count;
}

/** Acknowledges each whole report; what is left is the beginning of the next packet. */
function takePublished(bytes: Buffer, socket: Socket): { readonly count: number; readonly rest: Buffer } {
  let [count, at] = [0, 0];
  for (;;) {
    const packet = packetAt(bytes, at);
    if (packet === null) return { count, rest: bytes.subarray(at) };
    const { kind, from, end } = packet;
    at = end;
    if (kind !== 3) continue;
    count += 1;
    const id = from + 2 + bytes.readUInt16BE(from);
    socket.write(mqttPacket(0x40, bytes.toString('latin1', id, id + 2)), 'latin1');
  }
}

/** Null where it is not whole yet. */
function packetAt(bytes: Buffer, at: number) {
  let [length, from] = [0, at + 1];
  for (let shift = 0; ; shift += 7) {
    const byte = bytes[from++];
    if (byte === undefined) return null;
    length |= (byte & 127) << shift;
    if (byte < 128) break;
  }
  const end = from + length;
  return end > bytes.length ? null : { kind: (bytes[at] ?? 0) >> 4, from, end };
}
