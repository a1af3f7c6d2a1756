import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { chmodSync, chownSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { findPart, podmanPart } from '../hosts/parts.ts';
import { until } from '../until.ts';

const firstHostId = 100_000;

/** What a command printed, and how it ended. */
export interface Ran {
  readonly code: number | null;
  readonly out: string;
  readonly err: string;
}

/**
 * podman without rights on the machine. Where this runs as root, it works in a user namespace of its own, whose root is nobody
 * outside, with a `/run` and a tree of control groups that are its own too.
 */
export class Podman implements Disposable {
  readonly folder: string;
  readonly #holder: ChildProcess | null;
  readonly #program: string;

  private constructor(folder: string, holder: ChildProcess | null, program: string) {
    this.folder = folder;
    this.#holder = holder;
    this.#program = program;
  }

  static async open(): Promise<Podman> {
    const [program = 'podman'] = findPart(podmanPart);
    const folder = mkdtempSync('/var/tmp/tracker-podman-');
    chmodSync(folder, 0o755);
    mkdirSync(join(folder, 'own'));
    if (process.getuid?.() !== 0) return new Podman(folder, null, program);
    chownSync(join(folder, 'own'), firstHostId, firstHostId);
    const script = `mount --make-rprivate /
if [ -d /sys/fs/cgroup/unified ]; then umount -R /sys/fs/cgroup && mount -t cgroup2 none /sys/fs/cgroup; fi
for each in /dev/shm /run; do mount -t tmpfs -o mode=1777 tmpfs $each; done
exec unshare --user --mount sleep 1000`;
    const holder = spawn('unshare', ['--mount', 'sh', '-c', script], { stdio: 'ignore' });
    const proc = `/proc/${holder.pid}`;
    await until(() => readFileSync(`${proc}/comm`, 'utf8') === 'sleep\n');
    for (const map of ['uid_map', 'gid_map']) writeFileSync(`${proc}/${map}`, `0 ${firstHostId} 65536`);
    return new Podman(folder, holder, program);
  }

  run(args: readonly string[], input = ''): Ran {
    const own = join(this.folder, 'own');
    const options = ['--root', `${own}/root`, '--runroot', `${own}/run`, '--tmpdir', `${own}/tmp`];
    const places = [...options, '--cgroup-manager=cgroupfs', '--events-backend=none'];
    const command = [this.#program, ...places, ...args];
    const entered =
      this.#holder === null
        ? command
        : [
            'nsenter',
            '-t',
            String(this.#holder.pid),
            '--user',
            '--mount',
            '--setuid',
            '0',
            '--setgid',
            '0',
            ...command,
          ];
    const [program = '', ...words] = entered;
    const env = { PATH: process.env.PATH, HOME: own, TMPDIR: own, XDG_RUNTIME_DIR: own };
    const { status, stdout, stderr } = spawnSync(program, words, { encoding: 'utf8', env, input, maxBuffer: 1 << 26 });
    return { code: status, out: stdout.trim(), err: stderr };
  }

  [Symbol.dispose](): void {
    this.run(['rm', '--force', '--all', '--time', '0']);
    if (this.#holder === null) this.run(['unshare', 'rm', '-rf', join(this.folder, 'own/root')]);
    this.#holder?.kill('SIGKILL');
    if (existsSync(this.folder)) rmSync(this.folder, { recursive: true, force: true, maxRetries: 5 });
  }
}
