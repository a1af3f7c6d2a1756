import type { FastifyRequest } from 'fastify';
import { Refusal } from '../../tracking/refusals.ts';

/** Rejects a form sent from a page of another site, by the headers that browsers add. @throws Refusal `forbidden` */
export function requireOwnPage(request: FastifyRequest): void {
  const site = request.headers['sec-fetch-site'];
  const origin = request.headers.origin;
  const isOwn =
    site !== undefined
      ? site === 'same-origin' || site === 'none'
      : origin === undefined || isOwnOrigin(origin, request.host);
  if (!isOwn) throw new Refusal('forbidden', { message: 'This form was sent from another site.' });
}

/** A proxy may pass the host on without the port of its own (nginx: `proxy_set_header Host $host`). */
function isOwnOrigin(origin: string, host: string): boolean {
  if (!URL.canParse(origin)) return false;
  const { host: sender, hostname } = new URL(origin);
  return sender === host.toLowerCase() || hostname === host.toLowerCase();
}
