import type { FastifyInstance } from 'fastify';
import { chooseEncoding } from './assets.ts';
import { brandStyles, readBrand } from './brand.ts';
import type { WebParts } from './parts.ts';

/** Registers `/tracker/assets/VERSION/…`, cacheable for ever under the running version, and the brand's stylesheet. */
export function registerAssets(scope: FastifyInstance, { assets, tracking }: WebParts): void {
  scope.get<{ Params: { version: string; '*': string } }>('/assets/:version/*', async (request, reply) => {
    const encoding = chooseEncoding(request.headers['accept-encoding'], request.params['*']);
    const asset = await assets.read(request.params['*'], encoding);
    if (asset === null) return reply.callNotFound();
    // A page of an older version may still be open: it gets the current files, uncached.
    const isCurrent = request.params.version === assets.version;
    void reply.header('cache-control', isCurrent ? 'public, max-age=31536000, immutable' : 'no-cache');
    void reply.header('vary', 'accept-encoding');
    if (encoding !== 'identity') void reply.header('content-encoding', encoding);
    return reply.type(asset.type).send(asset.bytes);
  });
  scope.get('/brand.css', (_request, reply) =>
    reply
      .header('cache-control', 'public, max-age=5')
      .type('text/css; charset=utf-8')
      .send(brandStyles(readBrand(tracking))),
  );
}
