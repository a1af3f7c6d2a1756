import { Secret } from '../../lib/secret.ts';
import { type EdgeKeys, sign } from './edge-signature.ts';

/**
 * The value of `directHeader` that a printed rule holds: the same for every server of a site, and on each start. Null without a
 * key of the site.
 */
export function directSecret({ byKind }: EdgeKeys): Secret | null {
  return byKind.app === undefined ? null : new Secret(sign(byKind.app, 'direct', ''));
}
