import type { Secret } from '../../lib/secret.ts';
import { deriveKey, deriveKeyBefore, type EdgeKeys } from '../site/edge-signature.ts';

/** Where the module finds at which addresses the server listens; written by the server. */
export const addressFile = 'storage/app/tracker-addresses.json';

/** Derived from the application's key, as the module does. */
export function edgeKeys(appKey: Secret): EdgeKeys {
  const app = deriveKey('app', appKey);
  return { byKind: app === null ? {} : { app }, before: deriveKeyBefore(appKey) };
}
