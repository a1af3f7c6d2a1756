import { once } from 'node:events';
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Wire } from './mysql-wire.ts';
import type { Steps } from './steps.ts';

/** A line between an adapter and the REST API of its site that counts calls and breaks one. */
export async function openHttpWire(siteUrl: string, steps: Steps): Promise<Wire<string>> {
  const site = new URL(siteUrl);
  const server = createServer((asked, answer) => {
    void pass(site, steps, asked, answer).catch(() => answer.destroy());
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    address: `http://127.0.0.1:${port}${site.pathname}`,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      server.close();
    },
  };
}

async function pass(site: URL, steps: Steps, asked: IncomingMessage, answer: ServerResponse): Promise<void> {
  const body = Buffer.concat(await asked.toArray());
  if (steps.isDead) return;
  const fate = steps.next(`${asked.method} ${asked.url?.split('/').at(-1)}`);
  const breakOff = () => {
    if (steps.breakOff() === 'close') asked.socket.destroy();
  };
  if (fate === 'before') return breakOff();
  await steps.pause;
  const { method, url: path, headers } = asked;
  const sent = request({ host: site.hostname, port: site.port, method, path, headers, agent: false });
  sent.end(body);
  const [response] = (await once(sent, 'response')) as [IncomingMessage];
  const text = Buffer.concat(await response.toArray());
  if (fate === 'after') return breakOff();
  await steps.pause;
  if (!steps.isDead) answer.writeHead(response.statusCode ?? 500, response.headers).end(text);
}
