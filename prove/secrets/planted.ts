import { subscribe } from 'node:diagnostics_channel';
import type { IncomingMessage } from 'node:http';

// Loaded into the server's process when the proof itself is tried: it prints what a careless debugging aid would.

subscribe('http.server.request.start', (message) => {
  const { request } = message as { request: IncomingMessage };
  const { authorization, cookie } = request.headers;
  if (authorization !== undefined)
    console.log(`headers ${Buffer.from(`authorization: ${authorization}`).toString('base64')}`);
  if (cookie !== undefined) console.log(`cookie ${cookie}`);
});
