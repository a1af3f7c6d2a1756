import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { type Captured, readCaptured } from '../../test/contracts/read-captured.ts';
import { expectedOf, offBy, SentPoints } from './captured-points.ts';
import { ofTheDemo, pass, pirepIds, prepare, soon, type Trouble, type Way } from './captured-site.ts';
import { asPilot, type CapturedWire, type PointsOf } from './captured-wires.ts';
import { readApi } from './site.ts';
import type { PirepOfApi, Scene } from './steps.ts';
import { artisan } from './trouble-steps.ts';

/** When the world of the captured files begins. */
const beginning = Date.parse('2024-04-06T10:00:00Z');

/** One round of a client on this way: afterwards the site's tables and API have its one flight, and every point once. */
export async function capturedRound(
  scene: Scene,
  wire: CapturedWire,
  file: string,
  way: Way,
  trouble: Trouble,
): Promise<void> {
  const before = await pirepIds(scene);
  const round = new Round(scene, wire, way, trouble, await prepare(scene, wire.arrivals));
  const requests = readCaptured(readFileSync(join(wire.folder, file), 'utf8'));
  let points = '';
  try {
    for (const request of requests) await round.play(request);
    points = await soon(async () => round.check((await pirepIds(scene)).filter((id) => !before.includes(id))));
  } finally {
    // phpVMS takes a flight of the next ten minutes for the same one.
    pass(1_200);
  }
  const odd = round.odd.length === 0 ? '' : `; otherwise answered: ${round.odd.join('; ')}`;
  scene.note(`         ${basename(file, '.http')}, ${way.name}, ${trouble}: ${points}${odd}`);
}

class Round {
  readonly odd: string[] = [];
  readonly #scene: Scene;
  readonly #wire: CapturedWire;
  readonly #way: Way;
  readonly #trouble: Trouble;
  readonly #kept: Map<string, string>;
  readonly #sent = new Map<string, SentPoints>();
  readonly #began = Date.now();
  #arrival = 'EDDF';
  #changes = 0;

  constructor(scene: Scene, wire: CapturedWire, way: Way, trouble: Trouble, kept: Map<string, string>) {
    this.#scene = scene;
    this.#wire = wire;
    this.#way = way;
    this.#trouble = trouble;
    this.#kept = kept;
  }

  async play({ method, path, headers, body, expected }: Captured): Promise<void> {
    const { pilot, server } = this.#scene;
    const { host, ...others } = Object.fromEntries(
      Object.entries(headers).map(([name, text]) => [name, this.#fill(text)]),
    );
    const text = this.#inTime(asPilot(this.#fill(body), pilot));
    const init = { method, headers: { ...others, connection: 'close' }, ...(text === '' ? {} : { body: text }) };
    const filled = this.#wire.pathAt(asPilot(this.#fill(path), pilot), this.#way.before);
    const url = this.#way.site + filled;
    const points = method === 'POST' ? this.#wire.pointsOf(filled, text) : null;
    const fault = method !== 'GET' && this.#trouble === 'all' ? this.#changes++ % 3 : null;
    const begun = Date.now();
    const lost = fault === null ? null : await this.#lose(url, init, fault);
    // The next point is another one.
    if (points !== null && !this.#wire.repeatsPoints) pass(5);
    if (fault !== null && points !== null && !this.#wire.repeatsPoints) {
      this.#note(points, begun, lost === 200);
      return;
    }
    const answer = await this.#send(url, init, fault !== null);
    const json = read(answer.text);
    if (points !== null && answer.status === 200) this.#note(points, begun, true);
    for (const { verb, name, value } of expected) {
      const said = `${method} ${path} → ${answer.status} ${answer.text.slice(0, 300)}`;
      if (verb === 'status' && answer.status !== Number(name)) {
        // What is not handed over phpVMS answers, which lacks some of these paths.
        const isOfPhpvms = this.#way.before === '' && this.#wire.isOfHost && answer.status === 404;
        if (!answer.isAgain && answer.status !== 200 && !isOfPhpvms) assert.fail(said);
        this.odd.push(`${method} ${path} ${answer.status} for ${name}`);
      }
      if (verb === 'keep' && name === this.#wire.keeps) this.#open(String(memberOf(json, value)));
      if (verb === 'keep') this.#kept.set(name, String(memberOf(json, value) ?? assert.fail(`no ${value}: ${said}`)));
      if (verb === 'has') this.#compare(path, name, JSON.parse(this.#fill(value)), memberOf(json, name));
      if (verb === 'wait') pass(Number(name));
      if (verb === 'restart') await server.kill().then(() => server.start());
    }
  }

  /** Of the PIREPs that the round made: what stands in the site's own tables and API. @returns the points, in words */
  async check(made: readonly string[]): Promise<string> {
    const { database, prefix, site } = this.#scene;
    assert.deepEqual([...made].sort(), [...this.#sent.keys()].sort(), 'PIREPs of the site');
    const words: string[] = [];
    for (const id of made) {
      const pirep = await readApi<PirepOfApi & { readonly arr_airport_id: string }>(site, `pireps/${id}`);
      const sent = this.#sent.get(id)?.all ?? [];
      const rows = await database.rows(
        `SELECT lat, UNIX_TIMESTAMP(created_at) AS at FROM \`${prefix}acars\` WHERE pirep_id = ? AND type = 0 ORDER BY created_at`,
        [id],
      );
      const expected = expectedOf(
        rows.map(({ lat }) => Number(lat)),
        sent,
      );
      const off = offBy(
        rows.map((row) => Number(row.at) * 1_000),
        expected,
      );
      const most = Math.max(0, ...off);
      words.push(`state ${pirep.state}, ${rows.length} of ${sent.length} points, at most ${most / 1_000} s off`);
      // What waits of a flight that is cancelled is not delivered.
      if (pirep.state === 3) continue;
      assert.ok(pirep.state === 1 || pirep.state === 2, `state ${pirep.state}`);
      assert.deepEqual(
        rows.map(({ lat }) => Number(lat).toFixed(3)),
        expected.map(({ lat }) => lat.toFixed(3)),
        'points',
      );
      assert.ok(most < 1_000, `a point is ${most} ms off its time`);
      assert.equal(pirep.arr_airport_id, this.#arrival);
    }
    return words.join(', ');
  }

  /** @returns the status where there was an answer all the same */
  async #lose(url: string, init: RequestInit, fault: number): Promise<number | null> {
    const { server, folder: site } = this.#scene;
    if (fault === 0) return await lose(url, init, 60);
    if (fault === 1) {
      const lost = lose(url, init, 5_000);
      await new Promise((resolve) => setTimeout(resolve, 30));
      await server.kill();
      const status = await lost;
      await server.start();
      return status;
    }
    await artisan(site, 'down');
    const status = await lose(url, init, 1_500);
    await artisan(site, 'up');
    return status;
  }

  async #send(
    url: string,
    init: RequestInit,
    isAgain: boolean,
  ): Promise<{ status: number; text: string; isAgain: boolean }> {
    for (let tries = 1; ; tries++) {
      const response = await fetch(url, { ...init, signal: AbortSignal.timeout(60_000) });
      const text = await response.text();
      if (response.status < 500 || tries === 60) return { status: response.status, text, isAgain };
      await new Promise((resolve) => setTimeout(resolve, 500));
    }
  }

  #open(pirep: string): void {
    if (!this.#sent.has(pirep)) this.#sent.set(pirep, new SentPoints());
  }

  #note({ pirep, points }: PointsOf, begun: number, isSure: boolean): void {
    this.#open(pirep);
    this.#sent.get(pirep)?.note(points, begun, Date.now(), isSure);
  }

  #compare(path: string, name: string, wanted: unknown, got: unknown): void {
    if (ofTheDemo.test(name)) return;
    if (/arr(_a|ivalA)irport(_id)?$/.test(name)) this.#arrival = String(wanted);
    if (JSON.stringify(got) !== JSON.stringify(wanted))
      this.odd.push(`${path} ${name} ${JSON.stringify(got)} for ${JSON.stringify(wanted)}`);
  }

  #fill(text: string): string {
    return text.replaceAll(/\{\{(\w+)\}\}/g, (_, name) => this.#kept.get(name) ?? assert.fail(name));
  }

  /** The instants of the file, as if its world had begun with the round. */
  #inTime(text: string): string {
    return text.replaceAll(/2024-04-06([T ])(\d\d:\d\d:\d\d)/g, (_, between, time) =>
      new Date(Date.parse(`2024-04-06T${time}Z`) - beginning + this.#began)
        .toISOString()
        .slice(0, 19)
        .replace('T', between),
    );
  }
}

/** Sent, and nothing is known of the answer. */
async function lose(url: string, init: RequestInit, ms: number): Promise<number | null> {
  const answer = await fetch(url, { ...init, signal: AbortSignal.timeout(ms) }).catch(() => null);
  return answer?.status ?? null;
}

function read(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/** `receipt.pirep_id`, `bids.0.id`. */
function memberOf(json: unknown, name: string): unknown {
  return name.split('.').reduce((value, part) => (value as Record<string, unknown> | null)?.[part], json);
}
