import { Refusal } from '../tracking/refusals.ts';

/** Maximum length of a path, without its query: several times the longest of ours, and little enough for whatever reads it. */
export const maxPathLength = 2_048;

export function isPathTooLong(url: string): boolean {
  if (url.length <= maxPathLength) return false;
  const query = url.indexOf('?');
  return query < 0 || query > maxPathLength;
}

export function pathTooLong(): Refusal {
  return new Refusal('path-too-long', {
    message: `The path has more than ${maxPathLength} characters. Check the base URL.`,
  });
}
