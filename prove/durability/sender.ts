import { Connection } from '../../bench/connection.ts';
import { positionBody } from '../../bench/position-body.ts';
import type { Sent } from './ledger.ts';

/** Every so many positions are sent a second time after their acknowledgement, as a client does that did not hear it. */
const repeatEvery = 4;

/** Sends positions of one flight, each when the one before it was acknowledged, until the server is gone. */
export function sendUntilGone(port: number, sent: Sent, onAnswer: () => void): Promise<void> {
  const gone = Promise.withResolvers<void>();
  let isRepeat = false;
  const send = (request: string) => {
    sent.waiting = request;
    connection.send(request);
  };
  const next = () => send(sent.waiting ?? positionRequest(sent.token, sent.acknowledged + 1));
  const answered = (failure: string | null) => {
    if (failure !== null) {
      // A broken connection closes by itself.
      if (failure.startsWith('HTTP/1.1')) gone.reject(new Error(`the server answered ${failure}`));
      return;
    }
    onAnswer();
    const request = sent.waiting ?? '';
    if (!isRepeat) sent.acknowledged += 1;
    isRepeat = !isRepeat && sent.acknowledged % repeatEvery === 0;
    sent.waiting = null;
    if (isRepeat) connection.send(request);
    else next();
  };
  const connection: Connection = new Connection(port, next, answered, gone.resolve);
  return gone.promise;
}

function positionRequest(token: string, seq: number): string {
  const body = positionBody(seq, Date.now());
  return (
    'POST /api/tracker/position HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n' +
    `Authorization: Bearer ${token}\r\nContent-Length: ${body.length}\r\n\r\n${body}`
  );
}
