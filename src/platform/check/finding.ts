import { type FindingKind, ruleRemedy, type Severity, type WebServer } from '../site/finding-kind.ts';
import { type FindingName, findingKinds } from '../site/finding-kinds.ts';
import type { Observation, Repair } from '../site/observation.ts';

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

/** @param unruled - paths of addresses that the printed rules do not deny */
export function toFinding(
  seen: Observation,
  server: WebServer,
  folder: string,
  unruled: readonly string[] = [],
): Finding {
  const { severity, title, reason, remedy } = findingKinds[seen.name];
  const { name, subject, evidence, repair = {} } = seen;
  return {
    name,
    title,
    subject,
    reason,
    repair,
    evidence: evidence.replace('tracker install FOLDER --server NAME', rulesCommand(folder, server)),
    severity: seen.severity ?? severity,
    remedy: textOf(remedy, server, unruled)
      .replaceAll('FOLDER', folder)
      .replaceAll('--fix PATH', `--fix ${repair.paths?.[0] ?? 'PATH'}`),
  };
}

/** What prints the rules for this web server. */
export function rulesCommand(folder: string, server: WebServer): string {
  return `tracker install ${folder} --server ${server === 'other' ? 'NAME' : server}`;
}

function textOf(remedy: FindingKind['remedy'], server: WebServer, unruled: readonly string[]): string {
  if (typeof remedy === 'string') return remedy;
  return 'first' in remedy ? ruleRemedy(remedy, server, unruled) : remedy[server];
}

/** The most urgent first, then by where they are. */
export function inOrder(findings: readonly Finding[]): readonly Finding[] {
  return findings.toSorted(
    (a, b) => order.indexOf(a.severity) - order.indexOf(b.severity) || a.subject.localeCompare(b.subject, 'en'),
  );
}
