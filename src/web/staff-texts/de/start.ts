/** The start page of the staff, in German. */
export const start = {
  'waits.review': { one: 'PIREP wartet auf eine Entscheidung', other: 'PIREPs warten auf eine Entscheidung' },
  'waits.outbox': {
    one: 'Flug steckt auf dem Weg zum Crew-Center fest',
    other: 'Flüge stecken auf dem Weg zum Crew-Center fest',
  },
  'waits.erasure': { one: 'Pilot bittet um Löschung', other: 'Piloten bitten um Löschung' },
  'waits.under-way': { one: 'Flug ist unterwegs', other: 'Flüge sind unterwegs' },
  'waits.ended': { one: 'Flug ist zu Ende', other: 'Flüge sind zu Ende' },
  'waits.applications': { one: 'Bewerber möchte Pilot werden', other: 'Bewerber möchten Piloten werden' },
  'waits.unknown': 'Konnte nicht gezählt werden: {problem}',
  'start.database-away': 'Die Datenbank des Journals antwortet nicht.',
  'start.newer': 'Die Version {version} vom {released} ist da; hier läuft {current}. {data}',
  'start.newer-unknown': 'Ob es eine neuere Version gibt, ist nicht bekannt: {problem}',
  'start.alerts': 'Warnungen',
  'start.no-alerts': 'Mit diesem Server und allem, was er erreicht, ist alles in Ordnung.',
  'start.since': 'Seit Ihrem letzten Besuch ({time})',
  'start.done-last': 'Was zuletzt getan wurde',
  'start.no-audit': 'Das Protokoll konnte nicht gelesen werden: {problem}',
  'start.nothing-done': 'Niemand sonst hat etwas getan, das im Protokoll steht.',
};
