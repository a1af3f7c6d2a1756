import type { RequestHeaders } from '../contract.ts';

/**
 * The key of a request: `X-API-Key`, or the bare key in `Authorization`, which phpVMS takes too (`ApiAuth.php`) and some
 * clients use. With `Bearer` it is taken as well, which 8.0 does. Null when there is none.
 */
export function readApiKey(headers: RequestHeaders): string | null {
  const key = textOf(headers['x-api-key']);
  return key !== '' ? key : textOf(headers.authorization).replace(/^bearer(?:\s+|$)/i, '') || null;
}

function textOf(header: string | readonly string[] | undefined): string {
  return typeof header === 'string' ? header.trim() : '';
}
