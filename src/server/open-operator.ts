import type { Journal } from '../journal/journal.ts';
import type { Clock } from '../lib/clock.ts';
import type { Tracking } from '../tracking/tracking.ts';
import { makeSetupPath } from '../web/access/setup.ts';
import type { PilotWishes } from '../web/my/wishes.ts';
import type { ProgramUpdates } from '../web/program-updates.ts';
import { webhooksFileName } from '../webhooks/store/open.ts';
import { backUp } from './backups/backup.ts';
import type { CrewCenter } from './crew-center.ts';
import type { Damage } from './damage/damage.ts';
import type { ExistsOnce } from './duties/exists-once.ts';
import type { FileScrubbing } from './file-scrubbing.ts';
import type { Operator } from './operator.ts';
import { webhookCalls } from './operator-methods.ts';
import { privacyOf } from './pilot-privacy.ts';

export interface OperatorNeeds {
  readonly once: Pick<ExistsOnce, 'webhookCalls' | 'apiKeys' | 'rules' | 'erasePilot'>;
  readonly dataDirectory: string;
  readonly damage: Damage;
  readonly journal: Journal;
  readonly wishes: PilotWishes;
  readonly clock: Clock;
  readonly crewCenter: CrewCenter;
  readonly tracking: Tracking;
  readonly scrubbing: FileScrubbing;
  readonly programs: ProgramUpdates;
  readCluster: Operator['readCluster'];
}

/** Returns the operator's calls, with an audit log entry for those that change something. */
export function openOperator(needs: OperatorNeeds): Operator {
  const { dataDirectory, damage, journal, wishes, clock, crewCenter, tracking, once, scrubbing, programs } = needs;
  const saveAudit: Operator['saveAudit'] = (actor, action, subject, detail) =>
    journal.saveAudit({ at: clock.now(), actor, action, subject, detail });
  return {
    ...tracking.operator,
    ...privacyOf({
      operator: tracking.operator,
      crewCenter,
      webhooks: once,
      scrubbing,
      journal,
      wishes,
      dataDirectory,
    }),
    ...webhookCalls(once.webhookCalls),
    ...once.apiKeys,
    ...once.rules,
    readProgram: () => programs.readProgram(),
    updateProgram: (actor, from) => programs.updateProgram(actor, from),
    returnProgram: (actor, mayLose) => programs.returnProgram(actor, mayLose),
    saveAudit,
    async makeSetupPath(actor) {
      const path = await makeSetupPath(journal, clock.now());
      await saveAudit(actor, 'setup-link', 'operator', null);
      return path.reveal();
    },
    readUrl: async () => null,
    readMetrics: async () => null,
    readCluster: needs.readCluster,
    listAudit: (limit) => journal.listAudit(limit),
    async backup(actor, folder) {
      const databases = [webhooksFileName, ...crewCenter.databases()];
      const files = await backUp({ dataDirectory, journal, databases, damage }, folder);
      await saveAudit(actor, 'backup', folder, null);
      return files;
    },
  };
}
