import { Socket } from 'node:net';
import { Duplex } from 'node:stream';

/** As large as the ones that Node makes. */
const shared = Buffer.allocUnsafeSlow(65_536);

/** What the system's socket is to Node, as far as it is needed here. */
type Handle = { readonly useUserBuffer?: (buffer: Uint8Array) => void } | null | undefined;

/**
 * Makes a socket that a server accepted read into one buffer of all such sockets, as Node's option `onread` does for a client's.
 * Otherwise Node makes one of 64 KB for each chunk, and an event, which cost a position more than reading its JSON. To be called
 * before anything is read. Where Node keeps what the option sets elsewhere than in a socket that was made with it, nothing is changed.
 * While the socket is paused it keeps what comes as any other one, and emits it as `data` then: the end of its client is still heard.
 * @param receive - called with each chunk, whose bytes stay only until it returns; no `data` is emitted then
 * @returns whether it does
 */
export function readShared(socket: Socket, receive: (chunk: Buffer) => void): boolean {
  const handle: Handle = Reflect.get(socket, '_handle');
  if (fields === null || Reflect.get(socket, fields.buffer) !== null) return false;
  if (typeof handle?.useUserBuffer !== 'function') return false;
  Reflect.set(socket, fields.buffer, shared);
  Reflect.set(socket, fields.callback, (bytes: number) => {
    const chunk = shared.subarray(0, bytes);
    if (socket.isPaused() || socket.readableLength > 0) return socket.push(Buffer.from(chunk));
    receive(chunk);
    return true;
  });
  // Node's method stops reading at once where a buffer was given, so that the end of the client would not be heard.
  socket.pause = Duplex.prototype.pause as Socket['pause'];
  handle.useUserBuffer(shared);
  return true;
}

const fields = findFields();

/** In which fields a socket keeps them, by one that was made with the option. */
function findFields(): { readonly buffer: symbol; readonly callback: symbol } | null {
  const callback = () => true;
  const model = new Socket({ onread: { buffer: shared, callback } });
  const symbols = Object.getOwnPropertySymbols(model);
  const ofBuffer = symbols.find((each) => Reflect.get(model, each) === shared);
  const ofCallback = symbols.find((each) => Reflect.get(model, each) === callback);
  return ofBuffer === undefined || ofCallback === undefined ? null : { buffer: ofBuffer, callback: ofCallback };
}
