import type { Liar } from './liars.ts';
import { bodyOf, cached, inward, isOf, type Json, without } from './lies.ts';
import { changed, type Lie, unheard } from './lying-proxy.ts';

// Servers of the other contracts that drop one member, or alter what they give back: everything else is as it should be.

const named =
  (contract: string) =>
  (caughtBy: string, lie: string, tell: Lie): Liar => ({ contract, lie, caughtBy, tell });
const native = named('native');
const smartcars = named('smartcars3');
const stratos = named('stratos');
const legacy = named('legacy');

const member = (where: RegExp, name: string, change: (value: Json) => Json) =>
  changed(where, (json: Json) => (json[name] ? { ...json, [name]: change(json[name] as Json) } : json));
const kilograms = (pounds: unknown) => Math.round(Number(pounds) * 0.45359237);
const details = /GET \/pireps\/[^/?]+$/;
const hourLater = (at: unknown) => new Date(Date.parse(String(at)) + 3_600_000).toISOString();

/** Answers a change of a bid as the bid would be with it, and keeps it as it was. */
const forgetsAircraft: Lie = async (asked, honest) => {
  const [, id] = /^PATCH \/bids\/(.+)$/.exec(`${asked.method} ${asked.path}`) ?? [];
  if (id === undefined) return honest();
  const { text } = await honest({ method: 'GET', path: '/bids', body: '' });
  const bid = (JSON.parse(text) as { bids: Json[] }).bids.find((each) => each.id === id);
  const aircraft = { id: String(bodyOf(asked).aircraft), icao: null, name: null, registration: null };
  return { status: 200, text: JSON.stringify({ success: true, bid: { ...bid, aircraft } }) };
};

/** Answers a change of the aircraft in the air, and keeps the one that it was. */
const forgetsAircraftOfFlight: Lie = async (asked, honest) => {
  if (!isOf(/PATCH \/flight/, asked) || bodyOf(asked).aircraft === undefined) return honest();
  const { flight_id: id, aircraft } = bodyOf(asked);
  const { text } = await honest({ method: 'GET', path: `/flight?flight_id=${id}`, body: '' });
  const { flight } = JSON.parse(text) as { flight: Json };
  return { status: 200, text: JSON.stringify({ ...flight, success: true, aircraft: { id: aircraft } }) };
};

/** Cancels the flight that it says it has filed. */
const cancelsInstead: Lie = async (asked, honest) => {
  if (!isOf(/flights\/complete/, asked)) return honest();
  const { tracking_id, uuid = tracking_id } = bodyOf(asked);
  await honest({ path: '/flights/cancel', body: JSON.stringify({ uuid }) });
  const names = ['flight_number', 'route', 'aircraft', 'aircraft_icao', 'registration', 'airline', 'airline_icao'];
  return {
    status: 200,
    text: JSON.stringify({ ...Object.fromEntries(names.map((name) => [name, 'x'])), pirep_id: String(uuid) }),
  };
};

export const alteringLiars: readonly Liar[] = [
  native('bids/booked-and-removed', 'never removes a bid', unheard(/DELETE \/bids/, 200, { success: true })),
  native('bids/aircraft', 'forgets the aircraft of a bid', forgetsAircraft),
  native('charters/values', 'drops the route of a charter', inward(/POST \/charters/, without('route'))),
  native('flight/aircraft-changes', 'forgets the aircraft of a flight', forgetsAircraftOfFlight),
  native(
    'position/values',
    'gives heights in metres',
    member(/GET \/flight/, 'flight', (flight) => {
      const last = flight.last_position as Json | null;
      return last === null
        ? flight
        : { ...flight, last_position: { ...last, altitude_msl: Math.round(Number(last.altitude_msl) * 0.3048) } };
    }),
  ),
  native(
    'finish/files',
    'gives the fuel of a receipt in kilograms',
    member(/POST \/finish/, 'receipt', (receipt) => ({ ...receipt, fuel_used: kilograms(receipt.fuel_used) })),
  ),
  native('finish/details', 'loses the log of the client', inward(/POST \/finish/, without('log'))),
  native('finish/details', 'loses the notes of the pilot', inward(/POST \/finish/, without('notes'))),
  native(
    'finish/track',
    'gives the times of a track an hour late',
    member(details, 'pirep', (pirep) => ({
      ...pirep,
      track: (pirep.track as Json[]).map((each) => ({ ...each, recorded_at: hourLater(each.recorded_at) })),
    })),
  ),
  native(
    'finish/track',
    'leaves one point out of a track',
    member(details, 'pirep', (pirep) => ({ ...pirep, track: (pirep.track as Json[]).slice(1) })),
  ),
  native('finish/arrival', 'ignores where the flight ended', inward(/POST \/finish/, without('arrival'))),
  native('finish/in-logbook', 'reads the logbook from a cache', cached(/GET \/pireps$/)),
  native('finish/counts', 'does not count what is filed', cached(/GET \/statistics/)),
  native('position/stored-once', 'reads a flight from a cache', cached(/GET \/flight\?/)),
  native(
    'desk/profile',
    'shows the profile of another pilot',
    member(/GET \/profile/, 'profile', (profile) => ({ ...profile, last_name: 'Nobody' })),
  ),
  native('desk/schedules-search', 'ignores what is searched', (asked, honest) =>
    honest({ path: asked.path.replace(/(schedules)\?.*/, '$1') }),
  ),
  smartcars('flights/rebook', 'forgets the aircraft of a bid', async (asked, honest) =>
    isOf(/flights\/rebook/, asked)
      ? { status: 200, text: JSON.stringify({ bidID: Number(bodyOf(asked).bidID) }) }
      : honest(),
  ),
  smartcars('flights/charter', 'drops the route of a charter', inward(/flights\/charter/, without('route'))),
  smartcars(
    'session/resume-and-verify',
    'says that a session is of another pilot',
    changed(/pilot\/verify/, (json: Json) => ({ ...json, dbID: Number(json.dbID) + 1 })),
  ),
  smartcars(
    'complete/details',
    'loses the log',
    changed(/pireps\/details/, (json: Json) => ({ ...json, flightLog: [] })),
  ),
  smartcars(
    'complete/details',
    'loses the events',
    changed(/pireps\/details/, (json: Json) => ({ ...json, flightData: null })),
  ),
  smartcars(
    'complete/details',
    'swaps latitude and longitude',
    changed(/pireps\/details/, (json: Json) => ({
      ...json,
      locationData: (json.locationData as Json[]).map((each) => ({
        ...each,
        latitude: each.longitude,
        longitude: each.latitude,
      })),
    })),
  ),
  smartcars('pireps/latest', 'reads the latest PIREP from a cache', cached(/pireps\/latest/)),
  smartcars('pireps/search', 'ignores what is searched', (asked, honest) =>
    honest({ path: asked.path.replace(/(pireps\/search)\?.*/, '$1') }),
  ),
  smartcars('pilot/counts', 'does not count what is filed', cached(/pilot\/statistics/)),
  stratos('unbook/removes', 'never removes a bid', unheard(/flights\/unbook/, 200, { status: 200 })),
  stratos('complete/files-once', 'cancels the flight that is filed', cancelsInstead),
  stratos('complete/files-once', 'does not count what is filed', cached(/pilot\/statistics/)),
  stratos(
    'token/verify',
    'says that a token is of another pilot',
    changed(/pilot\/verify/, (json: Json) => ({ ...json, db_id: Number(json.db_id) + 1 })),
  ),
  legacy('submit/files-once', 'drops the fuel of a filed flight', inward(/submit_log/, without('fuel_used'))),
  legacy('position/opens-and-stores', 'counts a point that it does not store', async (asked, honest) => {
    if (!isOf(/position\.php/, asked)) return honest();
    if (!asked.body.includes('"positions"')) return honest();
    const all = bodyOf(asked).positions as Json[];
    const told = await honest({ body: JSON.stringify({ ...bodyOf(asked), positions: all.slice(0, -1) }) });
    const json = JSON.parse(told.text) as Json;
    const isNew = Number(json.stored) > 0;
    const count = { [isNew ? 'stored' : 'duplicate']: all.length };
    return { ...told, text: JSON.stringify({ ...json, ...count, last_seq: all.length }) };
  }),
  legacy(
    'submit/files-once',
    'gives flight times in hours',
    member(/submit_log/, 'receipt', (receipt) => ({ ...receipt, flight_time: Number(receipt.flight_time) / 60 })),
  ),
];
