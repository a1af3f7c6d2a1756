import { randomInt } from 'node:crypto';
import type { MysqlSession } from '../../lib/mysql.ts';
import { numberOf, textOf } from '../five/rows.ts';
import type { HostFlight } from '../port.ts';
import type { Filing } from './filing-form.ts';
import type { Host } from './host.ts';
import type { ColumnValues } from './statements.ts';

/**
 * The money columns as the platform fills them when it files (PIREPData::populatePIREPFinance, core/common/PIREPData.class.php).
 * Without a schedule of this flight it leaves them at nothing.
 */
export async function moneyColumns(
  session: MysqlSession,
  host: Host,
  flight: HostFlight,
  filing: Filing,
): Promise<ColumnValues> {
  const schedule = await readSchedule(session, host, flight, filing);
  const flightType = schedule === null ? '' : schedule.flightType;
  const load = filing.load ?? (await drawLoad(session, host, filing.aircraft, flightType));
  if (schedule === null) {
    return { load, flighttype: '', price: 0, gross: 0, pilotpay: 0, expenses: 0, revenue: 0, expenselist: '0' };
  }
  const fuelunitcost = await readFuelPrice(session, host, filing.depicao);
  const surcharge = fuelSurcharge(host, filing.fuelused, fuelunitcost);
  const fuelprice = filing.fuelused * fuelunitcost + surcharge;
  const gross = schedule.price * load;
  const expenses = await readExpenses(session, host, gross);
  const isPaidByFlight = schedule.payForFlight > 0;
  const pilotpay = isPaidByFlight ? schedule.payForFlight : await readPayRate(session, host, flight.pilotId);
  // Its formula multiplies the rate with H.MM as if that were hours.
  const paid = isPaidByFlight ? pilotpay : pilotpay * Number(filing.flighttime);
  return {
    load,
    flighttype: flightType,
    price: schedule.price,
    gross,
    fuelunitcost,
    fuelprice,
    expenses,
    expenselist: '0',
    pilotpay,
    paytype: isPaidByFlight ? 2 : 1,
    revenue: gross - expenses - fuelprice - paid,
  };
}

/** The schedule of this code and number: the one that was bid on, else the first. */
async function readSchedule(session: MysqlSession, host: Host, flight: HostFlight, filing: Filing) {
  const { quoted, columns } = host.tables.schedules;
  const column = (name: string, otherwise: string) => (columns.has(name) ? name : `${otherwise} AS ${name}`);
  const [row] = await session.rows(
    `SELECT ${column('price', '0')}, ${column('payforflight', '0')}, ${column('flighttype', "'P'")}
      FROM ${quoted} WHERE code = ? AND flightnum = ? ORDER BY id = ? DESC, id LIMIT 1`,
    [filing.code, filing.flightnum, flight.plan.scheduleId ?? '0'],
  );
  if (row === undefined) return null;
  return {
    price: numberOf(row.price) ?? 0,
    payForFlight: numberOf(row.payforflight) ?? 0,
    flightType: textOf(row.flighttype),
  };
}

/** FinanceData::getLoadCount: a factor drawn around LOAD_FACTOR, at most 95 %; a charter is full. */
async function drawLoad(session: MysqlSession, host: Host, aircraftId: string, flightType: string): Promise<number> {
  const { loadFactorPercent: factor, loadVariationPercent: variation } = host.settings;
  const drawn = Math.round(factor) + randomInt(-Math.round(variation), Math.round(variation) + 1);
  const percent = flightType.toUpperCase() === 'H' ? 100 : drawn > 95 ? 95 : drawn <= 0 ? 92 : drawn;
  const isCargo = flightType.toUpperCase() === 'C';
  const { quoted } = host.tables.aircraft;
  const [row] = await session.rows(`SELECT maxpax, maxcargo FROM ${quoted} WHERE id = ?`, [aircraftId]);
  const { defaultMaxCargo, defaultMaxPax } = host.settings;
  const capacity = row === undefined ? null : numberOf(isCargo ? row.maxcargo : row.maxpax);
  return Math.ceil(((capacity ?? (isCargo ? defaultMaxCargo : defaultMaxPax)) * percent) / 100);
}

async function readFuelPrice(session: MysqlSession, host: Host, icao: string): Promise<number> {
  const { quoted, columns } = host.tables.airports;
  if (!columns.has('fuelprice')) return host.settings.fuelDefaultPrice;
  const [row] = await session.rows(`SELECT fuelprice FROM ${quoted} WHERE icao = ?`, [icao]);
  return numberOf(row?.fuelprice) || host.settings.fuelDefaultPrice;
}

/** FinanceData::getFuelPrice: releases that know `paytype` charge percents of the price, older ones of the amount. */
function fuelSurcharge(host: Host, amount: number, unitCost: number): number {
  const surcharge = (host.settings.fuelSurchargePercent / 100) * amount;
  return host.tables.pireps.columns.has('paytype') ? surcharge * unitCost : surcharge;
}

/** Expenses of type F are a sum a flight, of type G percents of the gross. */
async function readExpenses(session: MysqlSession, host: Host, gross: number): Promise<number> {
  if (host.tables.expenses === null) return 0;
  const rows = await session.rows(`SELECT cost, type FROM ${host.tables.expenses.quoted} WHERE type IN ('F', 'G')`);
  return rows.reduce((sum, row) => {
    const cost = numberOf(row.cost) ?? 0;
    return sum + (textOf(row.type) === 'F' ? cost : (gross * cost) / 100);
  }, 0);
}

async function readPayRate(session: MysqlSession, host: Host, pilotId: string): Promise<number> {
  const { ranks, pilots } = host.tables;
  if (ranks === null) return 0;
  const [row] = await session.rows(
    `SELECT r.payrate FROM ${pilots.quoted} p JOIN ${ranks.quoted} r ON r.\`rank\` = p.\`rank\` WHERE p.pilotid = ?`,
    [pilotId],
  );
  return numberOf(row?.payrate) ?? 0;
}
