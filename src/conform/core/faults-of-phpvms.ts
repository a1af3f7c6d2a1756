/** What phpVMS 7.0.10 itself does not keep of its contract as clients need it, by the id of the check; each was seen. */
export const faultsOfPhpvms7: Readonly<Record<string, string>> = {
  'key/not-echoed': 'The message of a 401 repeats the key that was sent.',
  'path/doubled-slash': 'Doubled slashes are no route.',
  'prefile/not-a-filed-one':
    'For ten minutes a prefile hands out a PIREP that is filed already, so two flights become one.',
  'update/state-is-not-the-clients': 'An update sets any column: a client can accept its own PIREP with `state` 2.',
  'update/unset-times': 'Times that are not set are given as the time of the answer.',
  'position/id-of-its-pirep': 'The id of a point is global: the same id in another PIREP moves the point there.',
  'position/nulls': 'A number that is null is refused as invalid.',
  'file/again': '`file` of a filed flight is 400.',
  'file/at-once': 'Of several `file` calls at once all but the first are 400.',
  'cancel/unknown': '`cancel` of an unknown PIREP is 200.',
  'stranger/update': 'A call on the PIREP of another pilot is 503.',
  'stranger/position': 'A call on the PIREP of another pilot is 503.',
  'stranger/logs': 'A call on the PIREP of another pilot is 503.',
  'stranger/file': 'A call on the PIREP of another pilot is 503.',
  'stranger/cancel': 'Every pilot may cancel every PIREP.',
  'stranger/comment': 'Every pilot may comment every PIREP.',
  'stranger/fields': 'Every pilot may change the fields of every PIREP.',
  'extra/acars-logs': 'There is no such route.',
  'extra/acars-events': 'There is no such route.',
  'extra/pirep-acars': 'There is no such route.',
};
