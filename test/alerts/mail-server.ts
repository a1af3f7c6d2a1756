import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';

/** A mail server that takes everything, or refuses it: enough of SMTP for a client (RFC 5321). */
export class MailServer {
  readonly mails: string[] = [];
  isRefusing = false;
  readonly #server = createServer((socket) => this.#serve(socket));

  static async open(): Promise<MailServer> {
    const server = new MailServer();
    server.#server.listen(0, '127.0.0.1');
    await once(server.#server, 'listening');
    return server;
  }

  get port(): number {
    return (this.#server.address() as AddressInfo).port;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#server.close();
    await once(this.#server, 'close');
  }

  #serve(socket: Socket): void {
    let text = '';
    let isData = false;
    socket.on('error', () => socket.destroy());
    socket.setEncoding('utf8').on('data', (part) => {
      text += part;
      if (isData) {
        if (!text.endsWith('\r\n.\r\n')) return;
        this.mails.push(text);
        isData = false;
        text = '';
        socket.write('250 taken\r\n');
        return;
      }
      const lines = text.split('\r\n');
      text = lines.pop() ?? '';
      for (const line of lines) {
        isData = /^DATA/i.test(line);
        socket.write(this.#reply(line));
      }
    });
    socket.write('220 mail.example\r\n');
  }

  #reply(line: string): string {
    if (this.isRefusing && /^MAIL/i.test(line)) return '451 not now\r\n';
    if (/^DATA/i.test(line)) return '354 go on\r\n';
    return /^QUIT/i.test(line) ? '221 bye\r\n' : '250 mail.example\r\n';
  }
}
