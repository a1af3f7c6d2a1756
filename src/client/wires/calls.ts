import type { WireCall } from '../transport.ts';

export const get = (path: string): WireCall => ({ method: 'GET', path });
export const post = (path: string, body: object): WireCall => ({ method: 'POST', path, body });

/** The same call at the place of its contract: `/api/`. */
export const below = (base: string, call: WireCall): WireCall => ({ ...call, path: base + call.path });
