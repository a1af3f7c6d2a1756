import type { IncomingMessage } from 'node:http';
import type { Origin } from './origin.ts';

const origins = new WeakMap<IncomingMessage, Origin>();

/** Notes that another server of ours sent this request on, and where it came from there. */
export function noteSentOn(request: IncomingMessage, origin: Origin): void {
  origins.set(request, origin);
}

/** Returns where a request came from that another server of ours sent on; null for one that a client sent here. */
export function sentOnFrom(request: IncomingMessage): Origin | null {
  return origins.get(request) ?? null;
}
