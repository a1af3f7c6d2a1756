import type { Place } from '../elsewhere.ts';
import type { HttpReply, HttpRequest } from '../exchange.ts';
import { isPathTooLong } from '../path-length.ts';
import type { RequestHead } from './request-head.ts';

/** A route that clients use all the time, with the same functions that answer it behind the framework. */
export interface DirectRoute {
  readonly method: string;
  /** Full path, with its parameters in braces. */
  readonly path: string;
  readonly bodyLimit: number;
  /** Who of several servers answers a request with these headers; null: the framework finds out. Asked for every request. */
  holderOf(headers: RequestHead['headers']): 'here' | Place | null;
  /** Every check that needs no body. @throws Refusal */
  admit(request: HttpRequest): Promise<void> | undefined;
  /** Answers the request, whose body is there. Sends refusals itself. */
  answer(request: HttpRequest, reply: HttpReply): Promise<void> | undefined;
  refuse(error: unknown, request: HttpRequest, reply: HttpReply): void;
}

export interface FoundRoute {
  readonly route: DirectRoute;
  readonly params: Readonly<Record<string, string>>;
}

const plainType = /^application\/json(?:\s*;\s*charset\s*=\s*"?utf-?8"?)?$/i;
/** Headers of ours that a client may send. The others are the edge's and the operator's. */
const clientHeaders = new Set(['x-tracker-token', 'x-tracker-client']);
const parameter = /^[\w-]+$/;

/** A part of a route's path: the name of a parameter, or what must stand there. */
interface Segment {
  readonly isParameter: boolean;
  readonly word: string;
}

function segmentOf(text: string): Segment {
  const isParameter = text.startsWith('{');
  return { isParameter, word: isParameter ? text.slice(1, -1) : text };
}

/** The routes that are answered without the framework. */
export class DirectRoutes {
  readonly #routes: { readonly segments: readonly Segment[]; readonly route: DirectRoute }[] = [];
  /** Of the request before: nearly all are to one route. */
  #last: { readonly method: string; readonly target: string; readonly found: FoundRoute } | null = null;

  add(route: DirectRoute): void {
    this.#routes.push({ segments: route.path.split('/').map(segmentOf), route });
  }

  /** Returns the route of a request with a plain JSON body and nothing unusual about it. */
  find({ method, target, headers, bodyBytes }: RequestHead): FoundRoute | undefined {
    if (bodyBytes === 0 || isPathTooLong(target) || !isPlainJson(headers['content-type'])) return undefined;
    if (headers['content-encoding'] !== undefined) return undefined;
    for (const name in headers) if (name.startsWith('x-tracker-') && !clientHeaders.has(name)) return undefined;
    const found = this.#routeOf(method, target);
    return found !== undefined && bodyBytes <= found.route.bodyLimit ? found : undefined;
  }

  #routeOf(method: string, target: string): FoundRoute | undefined {
    if (this.#last?.target === target && this.#last.method === method) return this.#last.found;
    const named = target.split('/');
    for (const { segments, route } of this.#routes) {
      const params = route.method === method ? match(segments, named) : null;
      if (params === null) continue;
      const found = { route, params };
      this.#last = { method, target, found };
      return found;
    }
    return undefined;
  }
}

function isPlainJson(type: string | undefined): boolean {
  return type === 'application/json' || (type !== undefined && plainType.test(type));
}

/** Returns the parameters of the path; null when it is another. */
function match(segments: readonly Segment[], named: readonly string[]): Readonly<Record<string, string>> | null {
  if (segments.length !== named.length) return null;
  const params: Record<string, string> = {};
  // Not an iterator: for clients of phpVMS 7's API the path of every flight is another one.
  for (let index = 0; index < segments.length; index++) {
    const { isParameter, word } = segments[index] as Segment;
    const name = named[index] as string;
    if (!isParameter) {
      if (word !== name) return null;
    } else if (parameter.test(name)) params[word] = name;
    else return null;
  }
  return params;
}
