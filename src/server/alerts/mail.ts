import type { MailSettings } from '../../config/config-shape.ts';
import { isLoopbackName } from '../../lib/loopback.ts';
import type { AlertChannel } from './alerts.ts';

const timeoutMs = 20_000;

/** Sends mail by SMTP, with TLS unless the mail server is this machine. */
export function mailChannel({ to, from, server: address, password }: MailSettings): AlertChannel {
  const server = new URL(address);
  const user = decodeURIComponent(server.username);
  return {
    name: 'mail',
    async send({ subject, text }) {
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
        await transport.sendMail({ from, to: [...to], subject, text });
      } finally {
        transport.close();
      }
    },
  };
}
