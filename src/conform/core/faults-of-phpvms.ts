import type { KnownFaults } from '../kit.ts';

const stranger = { says: 'A call on the PIREP of another pilot is 503.', seen: /answered 503/ };
const noRoute = { says: 'There is no such route.', seen: /status 404/ };

/** What phpVMS 7.0.10 itself does not keep of its contract as clients need it, by the id of the check; each was seen. */
export const faultsOfPhpvms7: KnownFaults = {
  'key/not-echoed': { says: 'The message of a 401 repeats the key that was sent.', seen: /the key stands/ },
  'path/doubled-slash': noRoute,
  'user/network-ids': { says: 'An unknown id is an empty text.', seen: /_id is ""/ },
  'prefile/decodable': { says: 'A level that is not known is null.', seen: /data\.level is null/ },
  'prefile/in-lists': { says: 'The flight time of a flight under way is null.', seen: /flight_time is null/ },
  'prefile/not-a-filed-one': {
    says: 'For ten minutes a prefile hands out a PIREP that is filed already, so two flights become one.',
    seen: /it is the filed one/,
  },
  'update/state-is-not-the-clients': {
    says: 'An update sets any column: a client can accept its own PIREP with `state` 2.',
    seen: /state is 2/,
  },
  'update/unset-times': {
    says: 'Times that are not set are given as the time of the answer.',
    seen: /submitted_at is/,
  },
  'position/id-of-its-pirep': {
    says: 'The id of a point is global: the same id in another PIREP moves the point there.',
    seen: /of the first is 0 instead of 1/,
  },
  'position/values': { says: 'The fuel of a point without an id is not kept.', seen: /fuel is null/ },
  'position/own-time': { says: 'A track is in the order of `sim_time` alone.', seen: /of the track is "240 0 120"/ },
  'position/queue-times': {
    says: 'A point with an id has no time but its `sim_time`.',
    seen: /between the points is "NaN NaN"/,
  },
  'logs/as-points': { says: 'Every point is one of the track.', seen: /is a point of the track/ },
  'position/nulls': { says: 'A number that is null is refused as invalid.', seen: /status 400/ },
  'file/again': { says: '`file` of a filed flight is 400.', seen: /status 400/ },
  'file/at-once': { says: 'Of several `file` calls at once all but the first are 400.', seen: /status 400/ },
  'cancel/unknown': { says: '`cancel` of an unknown PIREP is 200.', seen: /status 200/ },
  'stranger/update': stranger,
  'stranger/position': stranger,
  'stranger/logs': stranger,
  'stranger/file': stranger,
  'stranger/cancel': { says: 'Every pilot may cancel every PIREP.', seen: /state is 3/ },
  'stranger/comment': { says: 'Every pilot may comment every PIREP.', seen: /answered 201/ },
  'stranger/fields': { says: 'Every pilot may change the fields of every PIREP.', seen: /answered 200/ },
  'extra/acars-logs': noRoute,
  'extra/acars-events': noRoute,
  'extra/pirep-acars': noRoute,
};
