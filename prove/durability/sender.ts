import { setTimeout } from 'node:timers';
import { Connection } from '../../bench/connection.ts';
import type { Sent } from './ledger.ts';
import type { Wire } from './wire.ts';

/** Every so many positions are sent a second time after their acknowledgement, as a client does that did not hear it. */
const repeatEvery = 4;
/** After an answer that the disk is full. */
const againMs = 20;

/** Sends positions of one flight, each when the one before it was acknowledged, until the server is gone. */
export function sendUntilGone(port: number, wire: Wire, sent: Sent, onAnswer: () => void): Promise<void> {
  const gone = Promise.withResolvers<void>();
  let isRepeat = false;
  let last = '';
  if (sent.waiting !== null) sent.again.add(sent.acknowledged + 1);
  const send = (request: string) => {
    last = request;
    sent.waiting = request;
    connection.send(request);
  };
  const next = () => send(sent.waiting ?? wire.request(sent.token, sent.acknowledged + 1));
  const answered = (failure: string | null) => {
    onAnswer();
    if (failure?.startsWith('HTTP/1.1 503') === true) {
      setTimeout(() => connection.send(last), againMs);
      return;
    }
    if (failure !== null) {
      // A broken connection closes by itself.
      if (failure.startsWith('HTTP/1.1')) gone.reject(new Error(`the server answered ${failure}`));
      return;
    }
    const request = sent.waiting ?? '';
    if (!isRepeat) sent.acknowledged += 1;
    isRepeat = wire.isNumbered && !isRepeat && sent.acknowledged % repeatEvery === 0;
    sent.waiting = null;
    if (isRepeat) connection.send(request);
    else next();
  };
  const connection: Connection = new Connection(port, next, answered, gone.resolve);
  return gone.promise;
}
