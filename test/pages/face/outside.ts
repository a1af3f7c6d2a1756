import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { vatsimText } from '../../feeds/made-feed.ts';
import { StandIn } from '../../feeds/stand-in.ts';
import { moment } from './moment.ts';

const controllers = [
  ['EGLL_DEL', '121.975', 2, 20],
  ['EGLL_GND', '121.700', 3, 20],
  ['EGLL_TWR', '118.500', 4, 50],
  ['EGLL_APP', '119.725', 5, 150],
  ['EDDF_TWR', '119.900', 4, 50],
  ['EDDF_APP', '120.800', 5, 150],
  ['LSZH_GND', '121.755', 3, 20],
  ['LSZH_TWR', '118.100', 4, 50],
  ['LFPG_APP', '121.155', 5, 150],
  ['EHAM_TWR', '118.275', 4, 50],
  ['EDGG_CTR', '136.955', 6, 600],
] as const;

const reports = [
  '24015G27KT 9999 SCT020 BKN025 12/08 Q1009',
  '32008KT CAVOK 12/02 Q1020',
  'VRB02KT 0300 FG VV001 04/04 Q1024',
  '18055KT 2000 -RA OVC008 09/08 Q0991',
  '09010KT 6000 BKN012 11/09 Q1013',
] as const;

/** A network and a source of weather reports in a server's outside world, with the settings that lead there. */
export interface Outside extends AsyncDisposable {
  readonly environment: Readonly<Record<string, string>>;
}

/** Opens both: three hundred pilots and eleven controllers over Europe, and a report for every airport. */
export async function openOutside(): Promise<Outside> {
  const network = await StandIn.open();
  const others = Array.from({ length: 300 }, (_, index) => {
    const [lat, lon] = [36 + ((index * 37) % 240) / 10, -12 + ((index * 91) % 420) / 10];
    return { id: 5_000 + index, callsign: `OTH${100 + index}`, lat, lon };
  });
  network.answer = () => ({ text: vatsimText(moment, others, controllers) });
  const weather = createServer((request, response) => {
    const icao = (request.url ?? '').slice(1);
    const kind = [...icao].reduce((sum, letter) => sum + letter.charCodeAt(0), 0) % reports.length;
    response.end(`${icao} 201720Z ${reports[kind]}`);
  }).listen(0, '127.0.0.1');
  await once(weather, 'listening');
  const { port } = weather.address() as AddressInfo;
  return {
    environment: {
      TRACKER_VATSIM_URL: `${network.url}/feed`,
      TRACKER_WEBHOOK_NETWORKS: '127.0.0.1',
      TRACKER_METAR_URL: `http://127.0.0.1:${port}/{icao}`,
    },
    async [Symbol.asyncDispose]() {
      await network[Symbol.asyncDispose]();
      weather.closeAllConnections();
      weather.close();
    },
  };
}
