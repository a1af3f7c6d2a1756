import type { FastifyInstance } from 'fastify';

const kept: Buffer[] = [];

/** Routes with one fault each, that the proof must notice: it is tried on them. */
export function plantFaults(fastify: FastifyInstance): void {
  const failure = new TypeError("Cannot read properties of undefined (reading 'planted')");
  fastify.get('/planted/bug', (_request, reply) => reply.code(500).send({ message: 'Internal server error.' }));
  fastify.get('/planted/busy', (_request, reply) => reply.code(503).send({ message: 'Try again.' }));
  fastify.get('/planted/stack', (_request, reply) => reply.code(400).send({ message: failure.stack }));
  fastify.get('/planted/class', (_request, reply) => reply.code(400).send({ message: String(failure) }));
  fastify.get('/planted/path', (_request, reply) => reply.code(404).send({ message: `no ${import.meta.filename}` }));
  fastify.get('/planted/sql', (_request, reply) => reply.code(400).send({ message: 'near "x": SELECT id FROM users' }));
  fastify.get('/planted/json', (_request, reply) => reply.type('application/json').send('{"message":'));
  fastify.get('/planted/markup', ({ url }, reply) =>
    reply.type('text/html').send([...new URLSearchParams(url.slice(url.indexOf('?')))].flat().join(' ')),
  );
  fastify.get('/planted/hang', () => new Promise(() => {}));
  fastify.get('/planted/growth', async () => {
    if (kept.length < 200) kept.push(Buffer.alloc(4 << 20, 1));
    return { kept: kept.length };
  });
}
