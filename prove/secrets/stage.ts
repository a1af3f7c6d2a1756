import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, readFileSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { text } from 'node:stream/consumers';
import { Secret } from '../../src/lib/secret.ts';
import { writeTrackerConfig } from '../../src/platform/embedded/settings.ts';
import { builtProgram } from '../../test/built-program.ts';
import { embeddedAt } from '../../test/embedded-at.ts';
import { seedDirectory } from '../../test/flying/served.ts';
import { ServerProcess } from '../../test/server-process.ts';
import { Requests } from '../access/requests.ts';
import { type CanaryKind, canaryKinds, newCanary, type Produced } from './canaries.ts';

/** A server as a process of its own that logs everything, with a canary for every secret; and all that it produced. */
export class Stage implements AsyncDisposable {
  readonly canaries = new Map<CanaryKind, string>();
  readonly produced: Produced[] = [];
  readonly directory = mkdtempSync(join(realpathSync(tmpdir()), 'tracker-secrets-'));
  #server: ServerProcess | null = null;

  static async open(nodeOptions: readonly string[]): Promise<Stage> {
    const stage = new Stage();
    const given = Object.keys(canaryKinds).filter(
      (kind) =>
        !/^(?:session|token|recovery|key of an? (?:webhook|program|invitation|password link|second factor))/.test(kind),
    );
    for (const kind of given as CanaryKind[]) stage.canaries.set(kind, newCanary(kind));
    await stage.#seed();
    await stage.#serve(nodeOptions);
    return stage;
  }

  secret(kind: CanaryKind): string {
    const found = this.canaries.get(kind);
    if (found === undefined) throw new Error(`there is no ${kind} yet`);
    return found;
  }

  /** Notes a secret that the server made. */
  learn(kind: CanaryKind, secret: string | undefined): void {
    if (secret === undefined || secret.length < 16) throw new Error(`the server made no ${kind}`);
    this.canaries.set(kind, secret);
  }

  get requests(): Requests {
    return new Requests(this.#server?.port ?? 0);
  }

  /** Runs a command of the operator and keeps what it prints. Returns its standard output. */
  async command(
    words: readonly string[],
    mayShow: readonly CanaryKind[] = [],
    environment: NodeJS.ProcessEnv = {},
  ): Promise<string> {
    const { main } = await builtProgram();
    const child = spawn(process.execPath, [main, ...words], {
      env: { ...process.env, TRACKER_DATA: this.directory, ...environment },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    const [out, err] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'exit')]);
    this.produced.push({ name: `the command ${words.join(' ').slice(0, 60)}`, text: out + err, mayShow });
    return out;
  }

  /** Ends the server, and reads the files that it leaves. */
  async end(): Promise<void> {
    await this.#server?.end('SIGTERM');
    this.produced.push({ name: 'the log', text: this.#server?.output ?? '', mayShow: [] });
    const files = readdirSync(this.directory, { withFileTypes: true, recursive: true }).filter((entry) =>
      entry.isFile(),
    );
    for (const { parentPath, name } of files) {
      const allowed = Object.entries(canaryKinds).flatMap(([kind, names]) =>
        (names as readonly string[]).some((each) => basename(name).startsWith(each)) ? [kind as CanaryKind] : [],
      );
      this.produced.push({
        name: `the file ${name}`,
        text: readFileSync(join(parentPath, name), 'latin1'),
        mayShow: allowed,
      });
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#server?.kill();
    rmSync(this.directory, { recursive: true, force: true });
  }

  async #seed(): Promise<void> {
    await seedDirectory(this.directory);
    const embedded = await embeddedAt(this.directory);
    const { crewCenter } = embedded;
    await writeTrackerConfig(crewCenter, { client_token: this.secret('client token') });
    const hash = await crewCenter.bcrypt.hash(new Secret(this.secret('password of a pilot')), 4);
    await crewCenter.write(() => {
      crewCenter.run(
        "UPDATE users SET password = ?, api_key = ? WHERE email = 'ada@demo-air.example'",
        hash,
        this.secret('key of a pilot'),
      );
    });
    await embedded.close();
  }

  async #serve(nodeOptions: readonly string[]): Promise<void> {
    this.#server = await ServerProcess.open({
      nodeOptions,
      env: {
        TRACKER_DATA: this.directory,
        TRACKER_REQUIRE_HTTPS: 'false',
        TRACKER_LOG_LEVEL: 'trace',
        TRACKER_ACCESS_LOG: 'true',
        TRACKER_TRUST_PROXY: '127.0.0.1',
        TRACKER_BACKUP_FOLDER: join(this.directory, 'kept'),
        TRACKER_WEBHOOK_NETWORKS: '127.0.0.0/8',
        TRACKER_ALERT_MAIL_TO: 'staff@air.example',
        TRACKER_ALERT_MAIL_FROM: 'tracker@air.example',
        TRACKER_MAIL_SERVER: 'smtp://tracker@127.0.0.1:1',
        TRACKER_MAIL_PASSWORD: this.secret('password of the mail server'),
        TRACKER_ALERT_DISCORD: `https://discord.com/api/webhooks/1/${this.secret('address of the alerts in Discord')}`,
      },
    });
  }
}
