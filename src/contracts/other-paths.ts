import type { FastifyInstance, RouteOptions } from 'fastify';
import { sendPreflight } from '../http/reply.ts';
import { Refusal } from '../tracking/refusals.ts';
import type { Contract } from './contract.ts';
import { type Paths, pathBelow } from './paths.ts';

/** Handles preflights, wrong methods (405 with `Allow`), protected paths (403) and unknown paths (404) before any body is read. */
export function answerOtherPaths(scope: FastifyInstance, contract: Contract, paths: Paths): void {
  const preflights: readonly string[] = contract.preflight.methods;
  const others: Omit<RouteOptions, 'method' | 'url'> = {
    exposeHeadRoute: false,
    onRequest: (request, reply, done) => {
      const path = pathBelow(contract.base, request.url);
      const methods = paths.get(path);
      const allowed = [...new Set([...(methods ?? []), ...preflights])];
      if (methods !== undefined && preflights.includes(request.method)) {
        const { status, allowedHeaders } = contract.preflight;
        return sendPreflight(reply, { status, methods: allowed, headers: allowedHeaders });
      }
      if (methods !== undefined) reply.header('allow', allowed.join(', '));
      done(refusalOf(contract, path, methods));
    },
    // Never reached: the hook sends the response.
    handler: (_request, reply) => reply.callNotFound(),
  };
  scope.route({ ...others, method: [...scope.supportedMethods], url: '/*' });
  const atBase = paths.get('/');
  if (atBase === undefined) return;
  // Without its last slash the base is not below itself.
  const left = scope.supportedMethods.filter((method) => preflights.includes(method) || !atBase.has(method));
  scope.route({ ...others, method: left, url: '/' });
}

function refusalOf(contract: Contract, path: string, methods: ReadonlySet<string> | undefined): Refusal {
  if (contract.isProtected(path)) return new Refusal('forbidden', { message: 'This path is not served.' });
  if (methods === undefined)
    return new Refusal('not-found', { message: 'There is no call at this path. Check the base URL and the path.' });
  return new Refusal('method-not-allowed', { message: `Use ${[...methods].join(' or ')}.` });
}
