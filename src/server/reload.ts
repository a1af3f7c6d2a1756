import { statSync } from 'node:fs';
import type { Server as TlsServer } from 'node:tls';
import { type Config, ConfigError, type Environment, loadConfig, type Overrides } from '../config/config.ts';
import type { Clock } from '../lib/clock.ts';
import type { Logger } from '../lib/log.ts';
import { readTlsFiles } from './system-errors.ts';

/** How often the files of the certificate are looked at. */
const watchEveryMs = 60_000;

export interface Reloading {
  readonly clock: Clock;
  readonly log: Logger;
  /** The listening server; a certificate is only exchanged when it speaks https itself. */
  readonly server: object;
  readonly config: Config;
}

/**
 * Reads the certificate again while the server runs. Connections that are open keep theirs. Files that do not fit
 * together (one is written before the other) are left for the next look.
 */
export class CertificateWatch implements Disposable {
  readonly #parts: Reloading;
  #seen: string;
  #timer: Disposable | null = null;

  constructor(parts: Reloading) {
    this.#parts = parts;
    this.#seen = this.#stamp();
    if (parts.config.tls.kind === 'files') this.#wait();
  }

  /** @throws ConfigError when the files cannot be used; the server keeps its current ones */
  reload(): void {
    const files = readTlsFiles(this.#parts.config);
    const { server, log } = this.#parts;
    if (files === null || !('setSecureContext' in server)) return;
    (server as TlsServer).setSecureContext(files);
    this.#seen = this.#stamp();
    log.info({ event: 'certificate-loaded' }, 'the TLS certificate was loaded');
  }

  [Symbol.dispose](): void {
    this.#timer?.[Symbol.dispose]();
  }

  #wait(): void {
    this.#timer = this.#parts.clock.after(watchEveryMs, () => {
      if (this.#stamp() !== this.#seen) this.#tryReload();
      this.#wait();
    });
  }

  #tryReload(): void {
    try {
      this.reload();
    } catch (error) {
      if (!(error instanceof ConfigError)) throw error;
      this.#parts.log.warn({ reason: error.message }, 'the new TLS certificate cannot be used; the old one stays');
    }
  }

  /** Changes with either file. */
  #stamp(): string {
    const { tls } = this.#parts.config;
    if (tls.kind === 'none') return '';
    return [tls.cert, tls.key]
      .map((file) => statSync(file, { throwIfNoEntry: false }))
      .map((stat) => `${stat?.ino} ${stat?.mtimeMs} ${stat?.size}`)
      .join();
  }
}

/**
 * Takes over what may change while the server runs: the certificate and the log level. Other settings that differ are
 * named in the log, because they need a restart.
 * @param before - the environment at the start
 */
export function reloadSettings(
  watch: CertificateWatch,
  { log }: Pick<Reloading, 'log'>,
  before: Environment,
  after: Environment,
  overrides: Overrides = {},
): void {
  try {
    const config = loadConfig(after, overrides);
    watch.reload();
    log.level = config.logLevel;
    const names = Object.keys({ ...before, ...after }).filter((name) => name.startsWith('TRACKER_'));
    const changed = names.filter((name) => name !== 'TRACKER_LOG_LEVEL' && before[name] !== after[name]);
    if (changed.length > 0) log.warn({ settings: changed.join(', ') }, 'settings changed that need a restart');
    log.info({ event: 'reloaded' }, 'settings were read again');
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    log.warn({ reason: error.message }, 'the settings cannot be used; those of the start stay');
  }
}
