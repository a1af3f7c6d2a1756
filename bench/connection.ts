import { connect, type Socket } from 'node:net';

/** A keep-alive connection on which one request at a time is under way; nothing is pipelined. */
export class Connection {
  readonly #socket: Socket;
  readonly #onAnswer: (failure: string | null) => void;
  #received = '';

  /**
   * @param onAnswer is told null for a 200, else the whole answer, or why the connection broke
   * @param onClose is told when nothing more can come
   */
  constructor(port: number, onOpen: () => void, onAnswer: (failure: string | null) => void, onClose?: () => void) {
    this.#onAnswer = onAnswer;
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
    if (!isWhole(this.#received)) return;
    const answer = this.#received;
    this.#received = '';
    this.#onAnswer(answer.startsWith('HTTP/1.1 200') ? null : answer);
  }
}

const contentLength = /content-length: (\d+)/i;

function isWhole(answer: string): boolean {
  const end = answer.indexOf('\r\n\r\n');
  return end >= 0 && answer.length >= end + 4 + Number(contentLength.exec(answer)?.[1] ?? Number.NaN);
}
