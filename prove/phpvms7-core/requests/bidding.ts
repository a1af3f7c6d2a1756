import { get, post, put, type Step, send } from '../step.ts';

/** Bids made, repeated, refused and removed. */
export const bidding: readonly Step[] = [
  put('bid', '/user/bids', { flight_id: '{freeFlight}' }, { keep: { freeBid: 'data.id' } }),
  put('bid: again', '/user/bids', { flight_id: '{freeFlight}' }),
  post('bid by POST, with an aircraft', '/user/bids', { flight_id: '{otherFlight}', aircraft_id: '{otherAircraft}' }),
  put('bid: unknown flight', '/user/bids', { flight_id: 'nosuchflight' }),
  put('bid: no flight', '/user/bids', {}),
  put('bid: flight is null', '/user/bids', { flight_id: null }),
  put('bid: another’s flight', '/user/bids', { flight_id: '{takenFlight}' }),
  put('bid: no key', '/user/bids', { flight_id: '{freeFlight}' }, { as: 'nobody' }),
  get('bids after bidding', '/user/bids'),
  send('DELETE', 'bid removed by flight', '/user/bids', { flight_id: '{otherFlight}' }),
  send('DELETE', 'bid removed by id', '/user/bids', { bid_id: '{freeBid}' }),
  send('DELETE', 'bid removed again', '/user/bids', { bid_id: '{freeBid}' }),
  send('DELETE', 'bid removed: another’s', '/user/bids', { bid_id: '{othersBid}' }),
  send('DELETE', 'bid removed: nothing named', '/user/bids', {}),
  send('DELETE', 'bid removed: unknown flight', '/user/bids', { flight_id: 'nosuchflight' }),
  get('bids after removing', '/user/bids?with='),
];
