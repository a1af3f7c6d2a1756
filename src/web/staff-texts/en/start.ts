/** The start page of the staff: what waits for them. */
export const start = {
  'waits.review': { one: 'PIREP waits for a decision', other: 'PIREPs wait for a decision' },
  'waits.outbox': {
    one: 'flight is stuck on its way to the crew center',
    other: 'flights are stuck on their way to the crew center',
  },
  'waits.erasure': { one: 'pilot asks to be erased', other: 'pilots ask to be erased' },
  'waits.under-way': { one: 'flight is in progress', other: 'flights are in progress' },
  'waits.ended': { one: 'flight ended', other: 'flights ended' },
  'waits.applications': { one: 'applicant wants to become a pilot', other: 'applicants want to become pilots' },
  'waits.unknown': 'Could not be counted: {problem}',
  'start.database-away': "The journal's database does not answer.",
  'start.newer': 'Release {version} of {released} is there; this is {current}. {data}',
  'start.newer-unknown': 'Whether there is a newer release is not known: {problem}',
  'start.alerts': 'Alerts',
  'start.no-alerts': 'Nothing is wrong with this server and what it reaches.',
  'start.since': 'Since your last visit ({time})',
  'start.done-last': 'What was done last',
  'start.no-audit': 'The audit log could not be read: {problem}',
  'start.nothing-done': 'Nobody else did anything that is in the audit log.',
};
