import fastify from 'fastify';

/**
 * The yardstick: Fastify that parses the same JSON and does nothing else. Its version is that of the lock file, its code
 * is never changed to look worse. Says where it listens.
 */
const server = fastify({ logger: false });
server.post('/api/tracker/position', async () => ({ success: true }));
console.log(`ready at ${await server.listen({ host: '127.0.0.1', port: 0 })}`);
