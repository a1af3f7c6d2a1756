import { type Denial, isUnknown } from '../../site/denied-folder.ts';
import type { Observation } from '../../site/observation.ts';

/** What is observed of a place that must be denied: `readable` when it is not. What could not be found out is an observation too. */
export function observeDenial(denial: Denial, readable: Observation): readonly Observation[] {
  if (isUnknown(denial)) return [{ name: 'not-checked', subject: readable.subject, evidence: denial.unknown }];
  return denial === 'readable' ? [readable] : [];
}
