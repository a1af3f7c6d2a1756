import type { DatabaseSync } from 'node:sqlite';

/** The statements of the queue. Parameters are positional, in the order in which they appear. */
export function prepareQueue(database: DatabaseSync) {
  return { ...prepareFlow(database), ...prepareAttempts(database), ...prepareCare(database) };
}

/** What every event passes through. */
function prepareFlow(database: DatabaseSync) {
  return {
    event: database.prepare(
      'INSERT OR IGNORE INTO events (id, type, at, lane, flight, pilot, payload) VALUES (?, ?, ?, ?, ?, ?, ?)',
    ),
    delivery: database.prepare(`
      INSERT INTO deliveries (endpoint, event, lane, state, is_next, attempts, next_at) VALUES (?, ?, ?, 'waiting',
        NOT EXISTS (SELECT 1 FROM deliveries WHERE endpoint = ? AND lane = ? AND state = 'waiting'), 0, ?)`),
    saveCursor: database.prepare('INSERT OR REPLACE INTO cursors VALUES (?, ?)'),
    cursor: database.prepare('SELECT number FROM cursors WHERE name = ?'),
    due: database.prepare(`
      SELECT d.number, d.attempts, d.lane, e.id, e.type, e.at, e.flight, e.pilot, e.payload,
        (SELECT text FROM memories m WHERE m.endpoint = d.endpoint AND m.lane = d.lane) AS memory
      FROM deliveries d JOIN events e ON e.number = d.event
      WHERE d.endpoint = ? AND d.is_next = 1 AND d.next_at <= ? ORDER BY d.next_at, d.number LIMIT ?`),
    nextDue: database.prepare(
      'SELECT min(next_at) AS at FROM deliveries WHERE endpoint = ? AND is_next = 1 AND next_at > ?',
    ),
  };
}

/** What becomes of a delivery. */
function prepareAttempts(database: DatabaseSync) {
  return {
    attempt: database.prepare(
      'INSERT INTO attempts (delivery, at, duration_ms, request, status, answer) VALUES (?, ?, ?, ?, ?, ?)',
    ),
    forgetAttempts: database.prepare(
      `DELETE FROM attempts WHERE delivery = ? AND number NOT IN
         (SELECT number FROM attempts WHERE delivery = ? ORDER BY number DESC LIMIT ?)`,
    ),
    again: database.prepare('UPDATE deliveries SET attempts = attempts + 1, next_at = ? WHERE number = ?'),
    settled: database.prepare(
      'UPDATE deliveries SET state = ?, is_next = 0, attempts = attempts + 1, settled_at = ? WHERE number = ?',
    ),
    promote: database.prepare(`
      UPDATE deliveries SET is_next = 1, next_at = ? WHERE number =
        (SELECT min(number) FROM deliveries WHERE endpoint = ? AND lane = ? AND state = 'waiting')
        AND NOT EXISTS (SELECT 1 FROM deliveries WHERE endpoint = ? AND lane = ? AND state = 'waiting' AND is_next = 1)`),
    remember: database.prepare('INSERT OR REPLACE INTO memories (endpoint, lane, text, at) VALUES (?, ?, ?, ?)'),
    wakeAll: database.prepare('UPDATE deliveries SET next_at = ? WHERE endpoint = ? AND is_next = 1 AND next_at > ?'),
  };
}

/** What the operator does, and what age does. */
function prepareCare(database: DatabaseSync) {
  const again = "state = 'waiting', attempts = 0, next_at = ?, settled_at = NULL";
  return {
    resendOne: database.prepare(
      `UPDATE deliveries SET ${again} WHERE endpoint = ? AND number = ? AND state <> 'waiting'`,
    ),
    resendAside: database.prepare(`UPDATE deliveries SET ${again} WHERE endpoint = ? AND state = 'set-aside'`),
    lanesWithout: database.prepare(`
      SELECT lane FROM deliveries WHERE endpoint = ? AND state = 'waiting' GROUP BY lane
      HAVING min(number) <> coalesce(min(CASE WHEN is_next = 1 THEN number END), 0)`),
    demote: database.prepare('UPDATE deliveries SET is_next = 0 WHERE endpoint = ? AND lane = ? AND is_next = 1'),
    forgetDelivered: database.prepare(
      "DELETE FROM deliveries WHERE settled_at < ? AND state IN ('delivered', 'skipped')",
    ),
    forgetAside: database.prepare("DELETE FROM deliveries WHERE settled_at < ? AND state = 'set-aside'"),
    forgetEvents: database.prepare(
      'DELETE FROM events WHERE NOT EXISTS (SELECT 1 FROM deliveries d WHERE d.event = events.number)',
    ),
    forgetMemories: database.prepare('DELETE FROM memories WHERE at < ?'),
    eraseSettled: database.prepare(
      `DELETE FROM deliveries WHERE state <> 'waiting' AND event IN (SELECT number FROM events WHERE pilot = ?)`,
    ),
    eraseAttempts: database.prepare(
      `DELETE FROM attempts WHERE delivery IN
         (SELECT d.number FROM deliveries d JOIN events e ON e.number = d.event WHERE e.pilot = ?)`,
    ),
    ofPilot: database.prepare('SELECT number, payload FROM events WHERE pilot = ?'),
    erase: database.prepare('UPDATE events SET pilot = NULL, payload = ? WHERE number = ?'),
  };
}
