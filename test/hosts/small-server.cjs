/*
 * Stands in for Tracker's server: proves itself by the site's key as the real one does, and answers what set-up asks.
 * Arguments: the private place.
 */
const { createHmac } = require('node:crypto');
const { appendFileSync, existsSync, readFileSync, rmSync, writeFileSync } = require('node:fs');
const { createServer } = require('node:http');
const place = process.argv[2];
const { crewCenter, listen, phpvms } = JSON.parse(readFileSync(`${place}/folder.json`, 'utf8'));
const secret =
  phpvms === 7
    ? Buffer.from(/^APP_KEY="base64:(.+)"$/m.exec(readFileSync(`${crewCenter}/.env`, 'utf8'))[1], 'base64')
    : Buffer.from(/'key' => '(.+)'/.exec(readFileSync(`${crewCenter}/acars/_tracker_key.php`, 'utf8'))[1], 'hex');
const key = createHmac('sha256', secret).update('tracker-edge-2').digest();
const nonce = '0'.repeat(32);
const answers = {
  '/acars/status.php': { success: true, version: '0.3.0' },
  '/api/tracker/status': { success: true, version: '0.3.0' },
  '/host-setup/flight?pilot=7': { success: true, says: 'Flown & cancelled.' },
  '/host-setup/stop?pilot=7': { success: true },
  '/tracker/operator/entry': { path: `operator/enter?t=${'t'.repeat(40)}` },
};
// Of one that was ended.
rmSync(listen.slice(5), { force: true });
createServer((request, response) => {
  const hello = request.headers['x-tracker-hello'];
  const headers = {};
  if (hello !== undefined) {
    const given = hello.split(' ')[1];
    const proof = createHmac('sha256', key).update(`proof\n${given}\n${nonce}\n${listen}`).digest('hex');
    headers['x-tracker-proof'] = `${nonce} ${listen} ${proof}`;
  } else {
    const signed = JSON.parse(Buffer.from(request.headers['x-tracker-edge'].split('.')[0], 'base64url').toString());
    appendFileSync(
      `${place}/asked`,
      `${JSON.stringify({ path: request.url, signed: signed.p, admin: signed.admin ?? null, type: request.headers['content-type'] ?? null })}\n`,
    );
  }
  // What the test lets it say of an update.
  const update = `${place}/update.json`;
  const said = request.url.startsWith('/host-setup/update') && existsSync(update) ? readFileSync(update, 'utf8') : null;
  const body = said ?? JSON.stringify(answers[request.url] ?? {});
  response.writeHead(200, {
    'content-type': 'application/json',
    'content-length': Buffer.byteLength(body),
    ...headers,
  });
  response.end(body, () => request.url.startsWith('/host-setup/stop') && setTimeout(() => process.exit(), 200));
}).listen(listen.slice(5), () => {
  if (phpvms === 7) {
    writeFileSync(`${crewCenter}/storage/app/tracker-addresses.json`, JSON.stringify({ addresses: [listen] }));
    return;
  }
  const guard = "if (!defined('TRACKER_EDGE')) { http_response_code(403); exit; }";
  writeFileSync(`${crewCenter}/acars/_tracker_address.php`, `<?php\n${guard}\nreturn array(\n    '${listen}',\n);\n`);
});
// A server whose test was killed ends by itself.
setTimeout(() => process.exit(), 120_000).unref();
