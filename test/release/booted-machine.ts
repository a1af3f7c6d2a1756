import assert from 'node:assert/strict';
import { type ChildProcess, execFileSync, type SpawnSyncReturns, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { until } from '../until.ts';

const cache = join(import.meta.dirname, '../../.cache/release-test');
const suite = 'bookworm';
/** What a stranger's Debian has, and what looks at it. */
const packages = ['systemd', 'systemd-sysv', 'dbus', 'adduser', 'ca-certificates', 'curl', 'openssl', 'procps'];

/** A bare Debian, made once and kept. */
function bareDebian(): string {
  const folder = join(cache, suite);
  if (existsSync(folder)) return folder;
  const unfinished = `${folder}.unfinished`;
  rmSync(unfinished, { recursive: true, force: true });
  mkdirSync(cache, { recursive: true });
  const args = ['--variant=minbase', `--include=${packages.join(',')}`, suite, unfinished];
  execFileSync('debootstrap', args, { stdio: ['ignore', 'ignore', 'inherit'] });
  renameSync(unfinished, folder);
  return folder;
}

/**
 * A Debian of its own that systemd boots in a container, without a network: nothing that happens in it reaches the machine
 * on which it runs. As root only.
 */
export class Machine implements AsyncDisposable {
  readonly #folder: string;
  readonly #name: string;
  #container: ChildProcess;
  #leader = '';
  #output = '';

  private constructor(folder: string, name: string) {
    this.#folder = folder;
    this.#name = name;
    this.#container = this.#start();
  }

  /** @param folder - where it keeps its files, which are deleted at the end */
  static async boot(folder: string, name: string): Promise<Machine> {
    execFileSync('cp', ['-a', '--reflink=auto', bareDebian(), folder]);
    writeFileSync(join(folder, 'etc/hostname'), `${name}\n`);
    rmSync(join(folder, 'etc/machine-id'), { force: true });
    // It asks on the console, and there is no network to wait for.
    for (const unit of ['systemd-firstboot', 'systemd-networkd-wait-online'])
      symlinkSync('/dev/null', join(folder, `etc/systemd/system/${unit}.service`));
    const machine = new Machine(folder, name);
    await machine.#isUp();
    return machine;
  }

  #start(): ChildProcess {
    const args = ['-D', this.#folder, '--boot', '--private-network', '--register=no', `--machine=${this.#name}`];
    // Where systemd does not run the machine itself, there is no scope to be made.
    const how = existsSync('/run/systemd/system') ? [] : ['--keep-unit'];
    const options = ['--console=pipe', '--resolv-conf=off', '--link-journal=no', '--timezone=off'];
    const container = spawn('systemd-nspawn', [...args, ...how, ...options], { stdio: ['ignore', 'pipe', 'pipe'] });
    for (const stream of [container.stdout, container.stderr])
      stream?.on('data', (chunk: Buffer) => {
        this.#output += chunk.toString();
      });
    return container;
  }

  /** Copies a file or folder of this machine into that one. */
  put(from: string, to: string): void {
    cpSync(from, join(this.#folder, to), { recursive: true });
  }

  write(path: string, text: string, mode = 0o644): void {
    mkdirSync(join(this.#folder, path, '..'), { recursive: true });
    writeFileSync(join(this.#folder, path), text, { mode });
  }

  /** Runs a command of the shell there, as root. */
  run(command: string): SpawnSyncReturns<string> {
    return spawnSync('nsenter', ['-t', this.#leader, '-m', '-u', '-i', '-n', '-p', 'sh', '-c', command], {
      encoding: 'utf8',
      env: {
        PATH: '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin',
        HOME: '/root',
        LANG: 'C.UTF-8',
        DEBIAN_FRONTEND: 'noninteractive',
      },
      timeout: 300_000,
    });
  }

  /** Runs a command that must succeed. @returns what it printed */
  succeed(command: string): string {
    const { status, stdout, stderr } = this.run(command);
    assert.equal(status, 0, `${command}\n${stdout}${stderr}`);
    return stdout.trim();
  }

  /** Waits until a command succeeds. */
  async becomes(command: string, withinMs = 60_000): Promise<void> {
    await until(() => this.run(command).status === 0, {
      everyMs: 250,
      withinMs,
      otherwise: () => {
        const { stdout, stderr } = this.run(command);
        return `${command}\n${stdout}${stderr}\n${this.run('journalctl -n 30 --no-pager').stdout}`;
      },
    });
  }

  async restart(): Promise<void> {
    const before = this.#leader;
    this.run('systemctl reboot');
    await until(() => !existsSync(`/proc/${before}`), { everyMs: 100, withinMs: 120_000 });
    // It starts the machine again itself, or leaves that to who started it: systemd-nspawn(1), exit status.
    await until(() => this.#container.exitCode !== null || this.#children() !== '', { everyMs: 50, withinMs: 30_000 });
    if (this.#container.exitCode === 133) this.#container = this.#start();
    await this.#isUp();
  }

  async #isUp(): Promise<void> {
    await until(
      () => {
        assert.equal(this.#container.exitCode, null, `no machine was started:\n${this.#output}`);
        this.#leader = this.#children().split(' ')[0] ?? '';
        return /^(?:running|degraded)/.test(this.#leader && this.run('systemctl is-system-running').stdout);
      },
      { everyMs: 250, withinMs: 120_000, otherwise: () => `systemd did not start:\n${this.#output}` },
    );
  }

  /** Ids of the processes that the container started. */
  #children(): string {
    const { pid } = this.#container;
    const path = `/proc/${pid}/task/${pid}/children`;
    return existsSync(path) ? readFileSync(path, 'utf8').trim() : '';
  }

  async [Symbol.asyncDispose](): Promise<void> {
    if (this.#container.exitCode === null) {
      const exited = once(this.#container, 'exit');
      this.run('systemctl poweroff');
      await exited;
    }
    rmSync(this.#folder, { recursive: true });
  }
}
