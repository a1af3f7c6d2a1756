import {
  connectTracker,
  type FinishFigures,
  type Receipt,
  type TrackedFlight,
  type TrackerClient,
} from '../../src/client/client.ts';

/** What a pilot flies in the proof: the same every time, so that two filings can be compared. */
export const figures = {
  flight_time: 67,
  distance: 162,
  fuel_used: 5123,
  landing_rate: -212,
  load: 165,
  notes: `It's a <script>alert("note")</script> & a 'quote'`,
  log: [
    'Engine start',
    `A line with <script>alert('log')</script> and a * star`,
    `It's "quoted" \\ with a ' left open`,
  ],
} satisfies FinishFigures & { readonly load: number };

export interface Flying {
  readonly client: TrackerClient;
  readonly flight: TrackedFlight;
  readonly ident: string;
  readonly bidId: string;
}

/** From the bare address of the site: discovery, login, the latest bid, ten positions. */
export async function takeOff(url: string, login: string, password: string): Promise<Flying> {
  const client = await connectTracker(url);
  if (client.variant !== 'legacy') throw new Error(`${url} answers with the contract of version 7`);
  await client.login({ login, password });
  const [bid] = await client.listBids();
  if (bid === undefined) throw new Error(`${login} has no bid that can be flown`);
  const flight = await client.startFlight({ bid_id: bid.id });
  const from = { lat: bid.departure.lat ?? 0, lon: bid.departure.lon ?? 0 };
  for (let step = 0; step < 10; step++) {
    await flight.report({
      lat: from.lat + Math.max(0, step - 1) / 20,
      lon: from.lon,
      heading: 359.6,
      altitude_msl: 3_000 * Math.max(0, step - 1),
      gs: step < 2 ? 10 * step : 180,
      phase: step < 2 ? 'taxi' : 'climb',
      recorded_at: new Date(client.now() - (10 - step) * 60_000).toISOString(),
    });
  }
  await flight.delivered();
  return { client, flight, ident: bid.ident, bidId: bid.id };
}

export async function land({ flight }: Flying): Promise<Receipt> {
  const finished = await flight.finish(figures);
  if (finished.receipt === null) throw new Error('the flight was not filed');
  return finished.receipt;
}
