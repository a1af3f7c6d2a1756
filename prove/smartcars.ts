import assert from 'node:assert/strict';
import { defaultRecording, readRecording } from '../src/cli/flying/recording.ts';
import { SmartcarsConnection } from '../src/cli/flying/smartcars/connection.ts';
import { flySmartcars, type SmartcarsFlown } from '../src/cli/flying/smartcars/flight.ts';
import { findScriptUrl } from '../src/cli/flying/smartcars/script-url.ts';
import { smartcarsDialect } from '../src/cli/flying/smartcars/smartcars-dialect.ts';
import { systemTiming } from '../src/client/timing.ts';
import type { WireCall } from '../src/client/transport.ts';
import { get, post } from '../src/client/wires/calls.ts';
import { smartcars } from '../src/client/wires/smartcars.ts';

/** The flight number of the charter: no schedule of a site has it. */
export const charterNumber = '9813';

interface ScheduleRow {
  readonly departureAirport: string;
  readonly arrivalAirport: string;
  readonly aircraft: number | readonly number[];
}

/**
 * As smartCARS 3, from the bare address of the site: a charter between two airports of its schedules, flown in fast motion
 * and filed. @returns what the pilot's logbook says
 */
export async function flyCharter(site: string, login: string, password: string): Promise<SmartcarsFlown> {
  const scriptUrl = await findScriptUrl(site, (url, init) => fetch(url, init));
  const net = { fetch, timing: systemTiming, patienceMs: 0 };
  const pilot = { login, password };
  const client = new SmartcarsConnection(scriptUrl, { pilot, dialect: smartcarsDialect }, net, null);
  const ask = async <T>(call: WireCall): Promise<T> => {
    const { status, body } = await client.insist(call);
    assert.equal(status, 200, `${call.path}: ${JSON.stringify(body)}`);
    return body as T;
  };
  await client.signIn();
  const rows = await ask<readonly ScheduleRow[]>(get('flights/search'));
  const like = rows.find(({ aircraft }) => [aircraft].flat().length > 0) ?? assert.fail('no schedule has an aircraft');
  const charter = {
    number: charterNumber,
    departure: like.departureAirport,
    arrival: like.arrivalAirport,
    aircraft: [like.aircraft].flat()[0],
    route: ['DCT'],
    cruise: '35000',
    type: 'P',
    departureTime: '10:00',
    arrivalTime: '12:00',
  };
  const { bidID } = await ask<{ bidID: number }>(post('flights/charter', charter));
  const recording = await readRecording(defaultRecording);
  const samples = recording.samples.filter((_sample, index) => index % 25 === 0);
  const flown = await flySmartcars({
    baseUrl: scriptUrl,
    dialect: smartcarsDialect,
    pilot,
    bidId: String(bidID),
    recording: { ...recording, samples },
    speed: Number.POSITIVE_INFINITY,
    patienceMs: 30_000,
    faults: null,
    remark: () => {},
    onProgress: () => {},
  });
  const bids = await ask<readonly { readonly bidID: number }[]>(smartcars.bids);
  assert.ok(!bids.some((bid) => bid.bidID === bidID), 'the bid of the charter is still there');
  assert.deepEqual(flown.updates, { sent: samples.length, acknowledged: samples.length, lost: 0 });
  return flown;
}
