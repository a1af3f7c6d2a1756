import type { Severity, WebServer } from '../platform/site/finding-kind.ts';
import { type FindingName, findingKinds } from '../platform/site/finding-kinds.ts';
import type { Observation, Repair } from '../platform/site/observation.ts';

/** A problem, with everything needed to fix it. */
export interface Finding {
  readonly name: FindingName;
  readonly severity: Severity;
  readonly title: string;
  readonly subject: string;
  readonly evidence: string;
  readonly reason: string;
  /** For this web server. */
  readonly remedy: string;
  readonly repair: Repair;
}

const order: readonly Severity[] = ['serious', 'warning', 'note'];

export function toFinding(seen: Observation, server: WebServer, folder: string): Finding {
  const { severity, title, reason, remedy } = findingKinds[seen.name];
  const text = typeof remedy === 'string' ? remedy : remedy[server];
  const { name, subject, evidence, repair = {} } = seen;
  return {
    ...{ name, title, subject, evidence, reason, repair },
    severity: seen.severity ?? severity,
    remedy: text.replaceAll('FOLDER', folder).replaceAll('--fix PATH', `--fix ${repair.paths?.[0] ?? 'PATH'}`),
  };
}

/** The most urgent first, then by where they are. */
export function inOrder(findings: readonly Finding[]): readonly Finding[] {
  return findings.toSorted(
    (a, b) => order.indexOf(a.severity) - order.indexOf(b.severity) || a.subject.localeCompare(b.subject, 'en'),
  );
}
