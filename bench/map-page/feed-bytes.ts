import { connect } from 'node:net';
import { setTimeout } from 'node:timers/promises';

const request =
  'GET /tracker/live/events HTTP/1.1\r\nHost: 127.0.0.1\r\nAccept: text/event-stream\r\nAccept-Encoding: gzip\r\n\r\n';

/** Bytes a second that a viewer of the feed receives, compressed, after its first snapshot. */
export async function feedBytesPerSecond(port: number, ms: number): Promise<number> {
  const socket = connect(port, '127.0.0.1');
  let bytes = 0;
  socket.on('data', (chunk) => {
    bytes += chunk.length;
  });
  socket.write(request);
  await setTimeout(2_000);
  bytes = 0;
  const begun = performance.now();
  await setTimeout(ms);
  socket.destroy();
  return bytes / ((performance.now() - begun) / 1_000);
}
