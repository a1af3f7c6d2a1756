import { connect, type Socket } from 'node:net';
import { type Framing, http } from './load-wire.ts';

/** A keep-alive connection on which one request at a time is under way; nothing is pipelined. */
export class Connection {
  readonly #socket: Socket;
  readonly #onAnswer: (failure: string | null) => void;
  readonly #framing: Framing;
  #received = '';

  /**
   * @param onAnswer is told null for an acknowledgement, else the whole answer, or why the connection broke
   * @param onClose is told when nothing more can come
   */
  constructor(
    port: number,
    onOpen: () => void,
    onAnswer: (failure: string | null) => void,
    onClose?: () => void,
    framing: Framing = http,
  ) {
    this.#onAnswer = onAnswer;
    this.#framing = framing;
    this.#socket = connect(port, '127.0.0.1', onOpen);
    this.#socket.setNoDelay(true);
    this.#socket.on('data', (chunk) => this.#receive(chunk.toString('latin1')));
    this.#socket.on('error', (error) => onAnswer(error.message));
    if (onClose !== undefined) this.#socket.on('close', onClose);
  }

  send(request: string): void {
    this.#socket.write(request, 'latin1');
  }

  end(): void {
    this.#socket.end();
  }

  #receive(text: string): void {
    this.#received = this.#received === '' ? text : this.#received + text;
    if (!this.#framing.isWhole(this.#received)) return;
    const answer = this.#received;
    this.#received = '';
    this.#onAnswer(this.#framing.failureOf(answer));
  }
}
