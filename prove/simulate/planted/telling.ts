import type { Bug } from './bug.ts';

const events = 'src/webhooks/flight-events.ts';

/** Mistakes with what other programs and visitors are told: webhooks and downloads. */
export const tellingBugs: readonly Bug[] = [
  {
    name: 'event-with-another-id',
    sentence: 'An event that is read again after a crash has another id.',
    file: events,
    find: ' \x24{number} \x24{at} \x24{flight.id}`',
    replace:
      ' \x24{number} \x24{at} \x24{flight.id} \x24{(Object as { made?: number }).made = ((Object as { made?: number }).made ?? 0) + 1}`',
  },
  {
    name: 'event-of-each-type-alone',
    sentence: 'Events of a flight do not wait for those before them.',
    file: events,
    find: 'lane: flight.id,\n    flightId: flight.id,\n    pilotId: flight.pilot.id,\n    payload: payloadOf(type, at, {\n',
    replace:
      'lane: flight.id + type,\n    flightId: flight.id,\n    pilotId: flight.pilot.id,\n    payload: payloadOf(type, at, {\n',
  },
  {
    name: 'event-tells-take-off-as-landing',
    sentence: 'An event tells the time of the take-off as that of the landing.',
    file: 'src/webhooks/flight-payload.ts',
    find: 'landing_at: formatInstantOrNull(landing?.at ?? null)',
    replace: 'landing_at: formatInstantOrNull(air?.takeoffAt ?? null)',
  },
  {
    name: 'event-of-lost-answer-is-done',
    sentence: 'An event that its receiver did not take is not delivered again.',
    file: 'src/webhooks/dispatcher.ts',
    find: '} else settle(this.#afterFailure(delivery, outcome, now));',
    replace: "} else settle({ state: 'skipped' });",
  },
  {
    name: 'event-cursor-too-far',
    sentence: 'After a restart the first change is in no event.',
    file: 'src/lib/follower.ts',
    find: 'this.#cursor = known ?? log.last();',
    replace: 'this.#cursor = known === null ? log.last() : known + 1;',
  },
  {
    name: 'download-without-last-piece',
    sentence: 'The last point of a downloaded track is missing.',
    file: 'src/web/flight/export/exported-track.ts',
    find: 'items.slice(from, from + pieceLength)',
    replace: 'items.slice(from, Math.min(from + pieceLength, items.length - 1))',
  },
  {
    name: 'download-in-feet',
    sentence: 'Heights in a downloaded track are in feet.',
    file: 'src/web/flight/export/xml.ts',
    find: '(feet * 0.3048)',
    replace: '(feet * 1)',
  },
  {
    name: 'download-for-all',
    sentence: 'A public download holds what only the client said.',
    file: 'src/web/flight/record.ts',
    find: 'return inOurWords({ ...position, ...withoutTexts });',
    replace: 'return inOurWords(position);',
  },
  {
    name: 'download-as-it-arrived',
    sentence: 'Reports that came late stand at the end of a downloaded track.',
    file: 'src/web/flight/flight-records.ts',
    find: 'if (isInOrder) return reports;',
    replace: 'if (isInOrder || !isInOrder) return reports;',
  },
  {
    name: 'event-names-erased-pilot',
    sentence: 'An event that waits is delivered with the name of a pilot who was erased.',
    file: 'src/webhooks/store/queue.ts',
    find: 'if (data?.flight !== undefined) data.flight.pilot.ident = alias;',
    replace: '',
  },
  {
    name: 'limit-too-strict',
    sentence: 'A session may ask half as often as it is said.',
    file: 'src/tracking/sessions/sessions.ts',
    find: 'ofSession: { perSecond, burst }',
    replace: 'ofSession: { perSecond: perSecond / 2, burst: burst / 2 }',
  },
  {
    name: 'limit-without-effect',
    sentence: 'Who asks too often is never refused.',
    file: 'src/tracking/sessions/sessions.ts',
    find: 'if (session.allowance.take(now) && session.ofPilot.take(now)) return;',
    replace: 'if (session.allowance.take(now) || now > 0) return;',
  },
  {
    name: 'smartcars-cancels-in-words',
    sentence: 'smartCARS is told that a filed flight is cancelled.',
    file: 'src/contracts/smartcars3/flights/cancel.ts',
    find: "const isUnknown = isRefusal(error, 'flight-not-found') || isRefusal(error, 'no-open-flight');",
    replace:
      "if (isRefusal(error, 'flight-filed')) return { status: 200, body: { status: 200 } };\n        const isUnknown = isRefusal(error, 'flight-not-found') || isRefusal(error, 'no-open-flight');",
  },
  {
    name: 'core-counts-what-came-late',
    sentence: "phpVMS 7's own API says that it took positions of a filed PIREP.",
    file: 'src/contracts/phpvms7-core/acars/positions.ts',
    find: 'return answerAdded(0);',
    replace: 'return answerAdded(1);',
  },
];
