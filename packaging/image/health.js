// Says by its exit code whether the server in this container can serve: the health check of the image.
import { get } from 'node:http';

const port = /:(\d+)$/.exec(process.env.TRACKER_LISTEN ?? '')?.[1] ?? '8787';
const request = get({ host: '127.0.0.1', port, path: '/readyz', timeout: 4_000 }, ({ statusCode }) => {
  process.exit(statusCode === 200 ? 0 : 1);
});
request.on('timeout', () => request.destroy(new Error('no answer')));
request.on('error', () => process.exit(1));
