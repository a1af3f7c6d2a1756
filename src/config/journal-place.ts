import { isIPv6 } from 'node:net';
import type { Kind } from '../lib/setting-kinds.ts';

/** Where a journal in a database server is; the password is a setting of its own. */
export interface JournalPlace {
  readonly hosts: readonly ({ readonly host: string; readonly port: number } | { readonly socketPath: string })[];
  readonly user: string;
  readonly database: string;
}

/** `mysql://tracker@db1,db2:3307,db3/tracker`; a host may also be `unix:/run/mysqld/mysqld.sock`. */
export const journalPlace: Kind<JournalPlace> = {
  constraint:
    '`mysql://user@host1,host2,host3/database`, where a host may have a port or be `unix:` and the path of a socket, without a password',
  isSecret: true,
  read(text) {
    const [, user, hosts, database] = /^mysql:\/\/([^\s:@/]+)@(\S+)\/([\w$-]+)$/.exec(text) ?? [];
    if (user === undefined || hosts === undefined || database === undefined) return undefined;
    const read = hosts.split(',').map(readHost);
    const known = read.filter((host) => host !== null);
    return known.length === read.length ? { hosts: known, user: decodeURIComponent(user), database } : undefined;
  },
};

/** Where the crew center's database is. A path alone is a socket's. */
export const databaseServer: Kind<string> = {
  constraint: '`host`, `host:port`, or `unix:` and the path of a socket',
  read(text) {
    const socket = /^(?:unix:|localhost:|:)?(\/[^\0]*[^\0/])$/.exec(text)?.[1];
    if (socket !== undefined) return `unix:${socket}`;
    return isIPv6(text) || readHost(text) !== null ? text : undefined;
  },
};

function readHost(text: string): JournalPlace['hosts'][number] | null {
  if (/^unix:\/.+/.test(text)) return { socketPath: text.slice('unix:'.length) };
  const [, bracketed, plain, digits] = /^(?:\[([\da-fA-F:]+)\]|([\w.-]+))(?::(\d{1,5}))?$/.exec(text) ?? [];
  const host = bracketed ?? plain;
  const port = Number(digits ?? 3306);
  return host === undefined || port < 1 || port > 65_535 ? null : { host, port };
}
