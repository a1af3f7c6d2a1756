import type { Operator } from './operator.ts';

interface Row {
  /** Who answers: the core's flights; the webhooks, the API's keys or the rules, which exist once in a cluster; or this server with its journal. */
  readonly by: 'core' | 'webhooks' | 'keys' | 'rules' | 'server';
}

/** Every call of the operator's commands, once: the control socket and what exists once in a cluster are derived from here. */
export const operatorTable = {
  listWebhooks: { by: 'webhooks' },
  addWebhook: { by: 'webhooks' },
  changeWebhook: { by: 'webhooks' },
  removeWebhook: { by: 'webhooks' },
  switchWebhook: { by: 'webhooks' },
  rotateWebhook: { by: 'webhooks' },
  testWebhook: { by: 'webhooks' },
  listWebhookDeliveries: { by: 'webhooks' },
  resendWebhook: { by: 'webhooks' },
  listFlights: { by: 'core' },
  pageFlights: { by: 'core' },
  readFlight: { by: 'core' },
  releaseFlight: { by: 'core' },
  finishFlight: { by: 'core' },
  cancelFlight: { by: 'core' },
  listSessions: { by: 'core' },
  endSessions: { by: 'core' },
  judgeAgain: { by: 'core' },
  listOutbox: { by: 'core' },
  retryOutbox: { by: 'core' },
  setAside: { by: 'core' },
  savePilotExport: { by: 'server' },
  erasePilot: { by: 'server' },
  saveAudit: { by: 'server' },
  listAudit: { by: 'server' },
  listApiKeys: { by: 'keys' },
  createApiKey: { by: 'keys' },
  revokeApiKey: { by: 'keys' },
  listRuleSets: { by: 'rules' },
  readRuleSet: { by: 'rules' },
  saveRuleSet: { by: 'rules' },
  useRuleSet: { by: 'rules' },
  listTrials: { by: 'rules' },
  readTrial: { by: 'rules' },
  startTrial: { by: 'rules' },
  applyTrial: { by: 'rules' },
  stopTrial: { by: 'rules' },
  readUrl: { by: 'server' },
  readMetrics: { by: 'server' },
  readCluster: { by: 'server' },
  makeSetupPath: { by: 'server' },
  backup: { by: 'server' },
} as const satisfies Readonly<Record<keyof Operator, Row>>;
