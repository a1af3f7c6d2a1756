import fastify from 'fastify';

/**
 * The yardstick: Fastify that parses the same JSON and does nothing else. Its version is that of the lock file, its code
 * is never changed to look worse. Tells its port to the parent process.
 */
const server = fastify({ logger: false });
server.post('/api/tracker/position', async () => ({ success: true }));
await server.listen({ host: '127.0.0.1', port: 0 });
const address = server.server.address();
process.send?.({ port: typeof address === 'object' ? address?.port : null });
process.once('disconnect', () => process.exit(0));
