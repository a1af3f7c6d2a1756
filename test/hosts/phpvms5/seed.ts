import { createHash } from 'node:crypto';
import { type Installation, schema } from './schema.ts';

/** Of every pilot. */
export const password = 'correct horse';
const salt = createHash('md5').update('seed').digest('hex');
const hash = createHash('md5').update(`${password}${salt}`).digest('hex');

/**
 * An airline with pilots 1 (active), 2 (banned), 3 (on leave), 4 (waits), 5 (rejected), 6 (active, other airline); aircraft 1 … 4;
 * schedules 1 (KJFK-KBOS), 2 (KBOS-KJFK), 3 (its aircraft is gone), 4 (KBOS-KPVD), 5 (of the other airline), 6 (hidden),
 * 7 (its aircraft needs a higher rank); the bids of `bids`.
 */
export function installation(
  options: Installation,
  bids: readonly { readonly pilotId: number; readonly scheduleId: number; readonly aircraftId?: number }[] = [],
): string {
  const p = options.prefix;
  const pilot = (id: number, name: string, code: string, confirmed: number, retired: number) =>
    `(${id}, '${name}', 'Pilot', '${name.toLowerCase()}@example.org', '${code}', 'KJFK', '${hash}', '${salt}', 'New Hire', 1, ${confirmed}, ${retired})`;
  const bidColumns = `bidid, pilotid, routeid, ${options.bookingAddOn ? 'aircraftid, ' : ''}dateadded`;
  return `${schema(options)}
INSERT INTO \`${p}airlines\` (id, code, name) VALUES (1, 'TVA', 'Test Virtual'), (2, 'TV', 'Test Short');
INSERT INTO \`${p}airports\` (icao, name, lat, lng, fuelprice, chartlink) VALUES
  ('KJFK', 'Kennedy International', 40.639751, -73.778925, 0, ''), ('KBOS', 'Logan Int''l', 42.364347, -71.005181, 0, ''),
  ('KPVD', 'Providence', 41.732581, -71.420383, 0, '');
INSERT INTO \`${p}aircraft\` (id, icao, name, fullname, registration, downloadlink, imagelink, maxpax, maxcargo, ranklevel, enabled) VALUES
  (1, 'B738', 'B737-800', 'Boeing 737-800', 'N738TV', '', '', 189, 5000, 0, 1),
  (2, 'A320', 'A320', 'Airbus A320', 'N320TV', '', '', 180, 4000, 0, 1),
  (3, 'B744', 'B747-400', 'Boeing 747-400', 'N744TV', '', '', 400, 50000, 9, 1),
  (4, 'B738', 'B737-800', 'Boeing 737-800', 'N739TV', '', '', 189, 5000, 0, 1);
INSERT INTO \`${p}ranks\` (rankid, \`rank\`, rankimage, minhours, payrate) VALUES (1, 'New Hire', '', 0, 18);
INSERT INTO \`${p}groups\` (groupid, name) VALUES (1, 'Active Pilots'), (2, 'Inactive Pilots');
INSERT INTO \`${p}groupmembers\` (groupid, pilotid) VALUES (1, 1), (2, 3);
INSERT INTO \`${p}pilots\` (pilotid, firstname, lastname, email, code, hub, password, salt, \`rank\`, ranklevel, confirmed, retired) VALUES
  ${pilot(1, 'Ada', 'TVA', 1, 0)}, ${pilot(2, 'Bea', 'TVA', 1, 2)}, ${pilot(3, 'Cid', 'TVA', 1, 3)},
  ${pilot(4, 'Dan', 'TVA', 0, 0)}, ${pilot(5, 'Eve', 'TVA', 2, 0)}, ${pilot(6, 'Fay', 'TV', 1, 0)};
INSERT INTO \`${p}schedules\` (id, code, flightnum, depicao, arricao, route, route_details, aircraft, flightlevel, distance, deptime, arrtime,
  flighttime, price, flighttype, notes) VALUES
  (1, 'TVA', '101', 'KJFK', 'KBOS', 'MERIT HFD PUT BOS', '', '1', '330', 162, '10:00 EST', '11:10 EST', 1.1, 120, 'P', ''),
  (2, 'TVA', '102', 'KBOS', 'KJFK', '', '', '2', '320', 162, '12:00', '13:15', 1.15, 120, 'P', ''),
  (3, 'TVA', '103', 'KJFK', 'KBOS', '', '', '77', '330', 162, '14:00', '15:10', 1.1, 120, 'P', ''),
  (4, 'TVA', '201', 'KBOS', 'KPVD', 'PVD', '', '4', 'FL120', 42, '08:00', '08:35', 0.35, 40, 'P', '<p>Z&uuml;rich''s &lt;own&gt;</p>'),
  (5, 'TV', '77', 'KPVD', 'KJFK', '', '', '2', '21000', 130.5, '09:00', '09:50', 0.5, 60, 'P', ''),
  (6, 'TVA', '900', 'KJFK', 'KPVD', '', '', '1', '', 120, '', '', 0, 60, 'P', ''),
  (7, 'TVA', '744', 'KJFK', 'KBOS', '', '', '3', '330', 162, '14:00', '15:10', 1.1, 120, 'P', '');
UPDATE \`${p}schedules\` SET enabled = 0 WHERE id = 6;
UPDATE \`${p}schedules\` SET daysofweek = '1357' WHERE id = 4;
INSERT INTO \`${p}pirepfields\` (fieldid, title, name, type, options) VALUES (1, 'Network', 'NETWORK', 'text', '');
${bids.map((bid, index) => `INSERT INTO \`${p}bids\` (${bidColumns}) VALUES (${[index + 1, bid.pilotId, bid.scheduleId, ...(options.bookingAddOn ? [bid.aircraftId ?? 1] : [])].join(', ')}, CURDATE());`).join('\n')}
UPDATE \`${p}schedules\` s JOIN \`${p}bids\` b ON b.routeid = s.id SET s.bidid = b.bidid;
`;
}
