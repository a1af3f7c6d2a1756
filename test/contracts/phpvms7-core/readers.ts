import { codesIn } from '../../../prove/phpvms7-core/page-table.ts';
import { aeroacars, asaAcars } from './decoders/aeroacars.ts';
import type { Decoder } from './decoders/decoder.ts';
import { fAcars } from './decoders/f-acars.ts';
import { phpvmsLinuxClient } from './decoders/phpvms-linux-client.ts';
import { pxp } from './decoders/pxp.ts';
import { vmsOpenAcars } from './decoders/vmsopenacars.ts';

/** Every program whose code was read. */
export const decoders: readonly Decoder[] = [aeroacars, asaAcars, vmsOpenAcars, pxp, phpvmsLinuxClient, fAcars];

/** Programs whose code reads a member at these places of a difference: `all` for a status, `none` where no code reads it. */
export function readersOf(places: string): string {
  const names = codesIn(places).map((place) => place.split(/[.\]]/).at(-1) ?? '');
  if (names.includes('status') || names.includes('*') || names.includes('data*')) return 'all';
  const readers = decoders.filter(({ reads }) =>
    reads.some(({ members }) => Object.keys(members).some((path) => names.some((name) => isRead(path, name)))),
  );
  if (readers.length === 0) return 'none';
  return readers.length === decoders.length ? 'all' : readers.map(({ client }) => client.split(' ')[0]).join(', ');
}

function isRead(path: string, pattern: string): boolean {
  const name = pattern.replaceAll('*', '');
  const parts = path.split('.').map((part) => part.replace('[]', ''));
  return parts.some((part) => (pattern.endsWith('*') ? part.startsWith(name) : part === name));
}
