import { connect, type Socket } from 'node:net';

/** What a stranger sends again and again on ten connections. */
export interface Attack {
  readonly goal: string;
  readonly what: string;
  /** Whether the answers are never read. */
  readonly isUnread?: boolean;
  /** @param count - how many were sent before @param id - of the flight with 100,000 positions */
  chunk(count: number, id: string): string;
}

const connections = 10;
const chunkBytes = 65_536;
/** Networks of one IPv6 /48. */
const networks = 90;

const head = (first: string, address = '192.0.2.66', more = '') =>
  `${first} HTTP/1.1\r\nHost: x\r\nX-Forwarded-For: ${address}\r\nX-Forwarded-Proto: https\r\n${more}\r\n`;
const filled = (request: string) => request.repeat(Math.floor(chunkBytes / request.length));

export const attacks: readonly Attack[] = [
  {
    goal: 'N2',
    what: 'send 16 kB of slashes',
    chunk: (_, id) => head(`GET /tracker/flights/${id}${'/'.repeat(15_000)}x?y`),
  },
  { goal: 'N3', what: 'pipeline pages by 64 kB', chunk: () => filled(head('GET /tracker/')) },
  { goal: 'N4', what: 'pipeline pages and read no answer', isUnread: true, chunk: () => filled(head('GET /tracker/')) },
  {
    goal: 'N5',
    what: 'download the track of a long flight in four formats',
    chunk: (count, id) => head(`GET /tracker/flights/${id}/track.${['csv', 'kml', 'geojson', 'gpx'][count % 4]}`),
  },
  {
    goal: 'N6',
    what: 'sign in from 90 networks of a /48',
    chunk(count) {
      const body = JSON.stringify({ login: `pilot-${count}@demo-air.example`, password: 'wrong' });
      const more = `Content-Type: application/json\r\nContent-Length: ${body.length}\r\n`;
      return head('POST /api/tracker/auth', `2001:db8:1:${count % networks}::1`, more) + body;
    },
  },
  {
    goal: 'N7',
    what: 'send wrong API keys',
    chunk: (count) =>
      head('GET /api/tracker/flight', `2001:db8:${count % networks}::1`, `X-API-Key: wrong-${count}\r\n`),
  },
];

/** Attacks until it is disposed. */
export function openAttack(attack: Attack, port: number, id: string): Disposable {
  const sockets = new Set<Socket>();
  let [count, isOver] = [0, false];
  const open = () => {
    if (isOver) return;
    const socket = connect(port, '127.0.0.1');
    sockets.add(socket);
    const send = () => {
      count += 1;
      if (socket.writable && socket.writableLength < chunkBytes) socket.write(attack.chunk(count, id));
    };
    socket.once('connect', send);
    if (attack.isUnread === true) socket.pause();
    else
      socket.on('data', (chunk) => (chunk.includes('HTTP/1.1 ') || chunk.includes('0\r\n\r\n') ? send() : undefined));
    socket.on('error', () => undefined);
    socket.on('close', () => {
      sockets.delete(socket);
      setTimeout(open, 50);
    });
  };
  for (let index = 0; index < connections; index++) open();
  return {
    [Symbol.dispose]() {
      isOver = true;
      for (const socket of sockets) socket.destroy();
    },
  };
}
