/**
 * Returns how many sockets systemd passed to this process (sd_listen_fds(3)): the first is file descriptor 3. Those of a
 * parent are not ours.
 * @param env - with `LISTEN_FDS` and `LISTEN_PID`
 */
export function countPassedSockets(env: Readonly<Record<string, string | undefined>>, pid: number): number {
  const count = env.LISTEN_PID === String(pid) ? Number(env.LISTEN_FDS) : 0;
  return Number.isInteger(count) && count > 0 ? count : 0;
}
