import { readFileSync } from 'node:fs';
import type { Route } from './contract.ts';

/** A call as a client makes it, with the answer that a server gave to it. A test sends them in their order. */
export interface Example {
  /** What it shows: `With a password`. */
  readonly title: string;
  /** Method and path of its route: `PATCH /bids/{id}`. */
  readonly call: string;
  /** As it is sent, below the contract's base: `/bids/2`. */
  readonly path: string;
  readonly body?: unknown;
  readonly status: number;
  /** Of each list only the entries that have a member, or a type of a member, that the entries before have not. */
  readonly answer: unknown;
  /** How long before this call the one before it was made, seconds; at once where it is absent. */
  readonly after?: number;
}

/** @param file - `examples.json` of a contract */
export function readExamples(file: URL): readonly Example[] {
  return JSON.parse(readFileSync(file, 'utf8'));
}

export function isOf({ method, path }: Pick<Route, 'method' | 'path'>, { call }: Example): boolean {
  return call === `${method} ${path}`;
}

/** Values of the parameters of this route in an example of it. */
export function parametersIn({ path }: Route, example: Example): Readonly<Record<'path' | 'query', URLSearchParams>> {
  const [sent = '', query = ''] = example.path.split('?');
  const segments = sent.split('/');
  const named = new URLSearchParams();
  for (const [index, segment] of path.split('/').entries()) {
    const name = /^\{(\w+)\}$/.exec(segment)?.[1];
    if (name !== undefined) named.set(name, decodeURIComponent(segments[index] ?? ''));
  }
  return { path: named, query: new URLSearchParams(query) };
}
