import type { Severity } from '../../platform/site/finding-kind.ts';
import type { FindingName } from '../../platform/site/finding-kinds.ts';
import type { CheckRun } from '../../web/site-checks.ts';
import { panelRemedies } from './panel-remedies.ts';

/** One line of what set-up in the browser shows: as the edge has those of its own look at the host. */
export interface SetUpFinding {
  readonly level: 'ok' | 'warning' | 'serious';
  readonly says: string;
  /** Why it matters and what to do; empty where nothing is to be done. */
  readonly cure: string;
}

const levels: Readonly<Record<Severity, SetUpFinding['level']>> = {
  serious: 'serious',
  warning: 'warning',
  note: 'warning',
};

/** Each of these says that not all that Tracker may do in the database was seen. */
const aboutRights: readonly string[] = [
  'database-rights',
  'database-unreachable',
  'database-tables',
  'check-broke-off',
] satisfies readonly FindingName[];

/** The findings of a run, the most urgent first; what was seen to be well is said of the database alone. */
export function setUpFindings({ report, problem }: CheckRun): readonly SetUpFinding[] {
  if (report === null)
    return [{ level: 'warning', says: `The site could not be looked at: ${problem}.`, cure: 'Look again.' }];
  const found = report.findings.map(({ name, severity, title, subject, evidence, reason, remedy }) => ({
    level: levels[severity],
    says: `${title}: ${subject} (${evidence}).`,
    cure: `${reason} ${panelRemedies[name] ?? remedy}`,
  }));
  if (report.findings.some(({ name }) => aboutRights.includes(name))) return found;
  const says = 'The platform’s account of the database may read, add, change and delete rows: Tracker needs no more.';
  return [...found, { level: 'ok', says, cure: '' }];
}
