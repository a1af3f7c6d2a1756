import type { MailServerSettings } from '../config/config-shape.ts';
import { isLoopbackName } from '../lib/loopback.ts';

const timeoutMs = 20_000;

/** A mail of plain text, and the same as HTML where it has that. */
export interface Mail {
  readonly to: readonly string[];
  readonly subject: string;
  readonly text: string;
  readonly html?: string;
}

/** Returns what sends mail by SMTP, with TLS unless the mail server is this machine. It throws what the server says. */
export function openMail({ from, server: address, password }: MailServerSettings): (mail: Mail) => Promise<void> {
  const server = new URL(address);
  const user = decodeURIComponent(server.username);
  return async ({ to, subject, text, html }) => {
    // Loaded when it is first needed: most servers never send mail.
    const { createTransport } = await import('nodemailer');
    const isSecure = server.protocol === 'smtps:';
    const transport = createTransport({
      host: server.hostname.replace(/^\[(.*)\]$/, '$1'),
      port: Number(server.port) || (isSecure ? 465 : 587),
      secure: isSecure,
      requireTLS: !isSecure && !isLoopbackName(server.hostname),
      ...(user !== '' && { auth: { user, pass: password?.reveal() ?? '' } }),
      connectionTimeout: timeoutMs,
      greetingTimeout: timeoutMs,
      socketTimeout: timeoutMs,
    });
    try {
      await transport.sendMail({ from, to: [...to], subject, text, ...(html !== undefined && { html }) });
    } finally {
      transport.close();
    }
  };
}
