import { isIP } from 'node:net';
import { resolve } from 'node:path';
import { readPublicKey } from '../lib/minisign.ts';
import { Secret } from '../lib/secret.ts';
import { integer, type Kind, list, oneOf } from '../lib/setting-kinds.ts';

export type Listen =
  | { readonly kind: 'tcp'; readonly host: string; readonly port: number }
  | { readonly kind: 'unix'; readonly path: string };

/** `systemd`: the socket that is already open when the server starts. */
export type ServerListen = Listen | { readonly kind: 'systemd' };

/** A folder or file, made absolute. */
export const path: Kind<string> = {
  constraint: 'a path',
  read: (text) => (text === '' || text.includes('\0') ? undefined : resolve(text)),
};

/** A program: its name, which is looked up on the path when it is run, or its path. */
export const program: Kind<string> = {
  constraint: 'a path, or the name of a program',
  read: (text) => (/^[^/\0]+$/.test(text) ? text : path.read(text)),
};

/** A tile server's URL, with the three placeholders that the map fills in. */
export const tileAddress: Kind<string> = {
  constraint: 'an http or https URL with `{z}`, `{x}` and `{y}`',
  read(text) {
    const isWhole = ['{z}', '{x}', '{y}'].every((part) => text.includes(part));
    return isWhole && /^https?:\/\//.test(text) && URL.canParse(text.replaceAll(/[{}]/g, '')) ? text : undefined;
  },
};

/** Tile servers with their names and attributions. */
export const mapSources: Kind<
  readonly { readonly name: string; readonly url: string; readonly attribution: string }[]
> = {
  constraint: 'maps as `Name | address | attribution`, separated by `;`, or empty',
  read(text) {
    const entries = text.split(';').filter((entry) => entry.trim() !== '');
    const sources = entries.map((entry) => {
      const [name = '', url = '', attribution = '', rest] = entry.split('|').map((part) => part.trim());
      const isWhole = name !== '' && rest === undefined && tileAddress.read(url) !== undefined;
      return isWhole ? { name, url, attribution } : null;
    });
    const isDistinct = new Set(sources.map((source) => source?.name)).size === sources.length;
    return isDistinct && sources.every((source) => source !== null) ? sources : undefined;
  },
};

/** The address of a network's feed. */
export const feedAddress: Kind<string> = {
  constraint: 'an http or https URL',
  read: (text) => (/^https?:\/\//.test(text) && URL.canParse(text) ? text : undefined),
};

/** A URL with the placeholder of an airport's code. */
export const metarAddress: Kind<string> = {
  constraint: 'an http or https URL with `{icao}`',
  read(text) {
    const isWhole = text.includes('{icao}') && /^https?:\/\//.test(text);
    return isWhole && URL.canParse(text.replaceAll(/[{}]/g, '')) ? text : undefined;
  },
};

/** An origin of web pages, `https://www.example.org`, or `*` for all. */
export const webOrigin: Kind<string> = {
  constraint: '`*`, or an origin such as `https://www.example.org`, without a path',
  read(text) {
    if (text === '*') return text;
    return /^https?:\/\//.test(text) && URL.canParse(text) && new URL(text).origin === text ? text : undefined;
  },
};

/** An address, or a network such as `10.0.0.0/8`. */
export const ipNetwork: Kind<string> = {
  constraint: 'an IP address, or a network such as `10.0.0.0/8`',
  read(text) {
    const [address = '', bits, rest] = text.split('/');
    const version = isIP(address);
    if (version === 0 || rest !== undefined) return undefined;
    const maxBits = version === 4 ? 32 : 128;
    return bits === undefined || integer(0, maxBits).read(bits) !== undefined ? text : undefined;
  },
};

/** The same, or `unix:` for requests on the server's own socket. */
export const network: Kind<string> = {
  constraint: 'an IP address, a network such as `10.0.0.0/8`, or `unix:` for the socket of `TRACKER_LISTEN`',
  read: (text) => (text === 'unix:' ? text : ipNetwork.read(text)),
};

/** `127.0.0.1:8787`, `[::1]:8787`, `:8787`, or `unix:/path`. Port 0 lets the system choose. */
export const listen: Kind<Listen> = {
  constraint: '`address:port` with a port up to 65535 (such as `127.0.0.1:8787`), or `unix:` and an absolute path',
  read(text) {
    if (text.startsWith('unix:')) {
      const file = text.slice(5);
      return file.startsWith('/') ? { kind: 'unix', path: file } : undefined;
    }
    const parts = /^(?:\[([^\]]+)\]|([^:\s]*)):(\d+)$/.exec(text);
    const port = integer(0, 65_535).read(parts?.[3] ?? '');
    if (parts === null || port === undefined) return undefined;
    const host = parts[1] ?? parts[2] ?? '';
    return { kind: 'tcp', host: host === '' ? '0.0.0.0' : host, port };
  },
  guess(text) {
    if (/^\d+$/.test(text)) return `127.0.0.1:${text}`;
    if (/^(?:localhost|[\w-]+(?:\.[\w-]+)+)$/.test(text)) return `${text}:8787`;
    return text.startsWith('/') ? `unix:${text}` : null;
  },
};

/** The same, or `systemd`. */
export const serverListen: Kind<ServerListen> = {
  ...listen,
  constraint: `${listen.constraint}, or \`systemd\` for the socket that systemd passes`,
  read: (text) => (text === 'systemd' ? { kind: 'systemd' } : listen.read(text)),
};

/** Contracts that can be served beside the crew center's own, as the operator names them. */
export const contractWords = ['smartcars3', 'phpvms7-core', 'stratos'] as const;
export type ContractWord = (typeof contractWords)[number];

/** `auto`: all, as long as the crew center requires no client token. */
export type ContractChoice =
  | { readonly kind: 'auto' }
  | { readonly kind: 'named'; readonly words: readonly ContractWord[] };

const words = list(oneOf(contractWords));

export const contractChoice: Kind<ContractChoice> = {
  constraint: `\`auto\`, or ${words.constraint}, or empty`,
  read(text) {
    if (text === 'auto') return { kind: 'auto' };
    const named = words.read(text);
    return named === undefined ? undefined : { kind: 'named', words: named };
  },
};

/** A password. */
export const password: Kind<Secret> = {
  constraint: 'a single line of text',
  isSecret: true,
  read: (text) => (/[\0\r\n]/.test(text) ? undefined : new Secret(text)),
};

/** The address of a Discord channel's webhook, which is a secret itself. */
export const discordAddress: Kind<Secret> = {
  constraint: 'the address of a webhook of Discord, `https://discord.com/api/webhooks/…`',
  isSecret: true,
  read(text) {
    const url = URL.parse(text);
    const isDiscord = url?.protocol === 'https:' && /^(?:(?:ptb|canary)\.)?discord(?:app)?\.com$/.test(url.hostname);
    return isDiscord && url.pathname.startsWith('/api/webhooks/') ? new Secret(url.href) : undefined;
  },
};

/** `staff@example.org` */
export const mailAddress: Kind<string> = {
  constraint: 'a mail address, such as `staff@example.org`',
  read: (text) => (/^[^\s@<>"(),:;[\]\\]+@[A-Za-z0-9.-]+$/.test(text) && text.length <= 254 ? text : undefined),
};

/** A mail server, with the user's name if it asks for one. */
export const mailServer: Kind<string> = {
  constraint:
    'a mail server, such as `smtps://name@mail.example.org` or `smtp://mail.example.org:587`, without a password',
  isSecret: true,
  read(text) {
    const url = URL.parse(text);
    const isServer = url !== null && /^smtps?:$/.test(url.protocol) && url.hostname !== '';
    return isServer && url.password === '' && /^\/?$/.test(url.pathname) ? text : undefined;
  },
};

/** The address of a release's `version.json`. */
export const releaseAddress: Kind<string> = {
  constraint: 'an http or https URL that ends in `/version.json`',
  read: (text) => (/^https?:\/\/[^?#]+\/version\.json$/.test(text) && URL.canParse(text) ? text : undefined),
};

/** The public key of releases, as one line. */
export const releaseKey: Kind<string> = {
  constraint: 'a public key of minisign, one line that begins with `RW`',
  read: (text) => readPublicKey(text)?.line,
};
