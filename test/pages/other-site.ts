import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A site that is not ours, of one page; `onRequest` hears which path was asked for. */
export async function serveText(
  html: string,
  onRequest: (path: string) => void = () => {},
): Promise<{ readonly url: string } & AsyncDisposable> {
  const server = createServer((request, response) => {
    onRequest(request.url ?? '');
    response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' });
    response.end(`<!doctype html><title>Another site</title><link rel="icon" href="data:,">${html}`);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    async [Symbol.asyncDispose]() {
      server.close();
      server.closeAllConnections();
    },
  };
}
