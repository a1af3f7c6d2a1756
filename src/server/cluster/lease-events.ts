import type { LeaseNotice } from '../../cluster/lease-holder.ts';
import type { ClockNotice } from '../../cluster/peer-clocks.ts';
import type { Logger } from '../../lib/log.ts';

/** Returns what writes a line in the log for each notice of the leases. */
export function createLeaseEvents(log: Logger): (notice: LeaseNotice) => void {
  return (notice) => {
    switch (notice.kind) {
      case 'unreachable':
        return log.error({ err: notice.error }, 'the rows of the cluster cannot be read or written');
      case 'reachable':
        return log.info({}, 'the rows of the cluster can be read and written again');
      case 'outdated':
        return log.error(
          {},
          'a newer version changed the journal, and this one may not go on with it: upgrade this server',
        );
      case 'lapsed':
        return log.warn(
          { partitions: notice.partitions },
          'the leases of this server ended: the cluster did not answer in time',
        );
      case 'unheard':
        return log.warn({}, 'the other servers of the cluster do not reach this one: it hands its part over');
      case 'heard':
        return log.info({}, 'the other servers of the cluster reach this one again');
      case 'silent':
        return log.warn(serverOf(notice), 'another server of the cluster shows no sign of life');
      case 'seen':
        return log.info(serverOf(notice), 'another server of the cluster is there');
      case 'not-opened':
        return log.error({ partition: notice.partition, err: notice.error }, 'a partition could not be taken over');
    }
  };
}

/** The same for this server’s clock. */
export function createClockEvents(log: Logger): (notice: ClockNotice) => void {
  return (notice) => {
    if (notice.kind === 'right')
      return log.info({}, 'the clock of this machine agrees with those of the other servers again');
    const { aheadMs, isCorrected } = notice;
    log.warn({ aheadMs, isCorrected }, 'the clock of this machine differs from those of the other servers');
  };
}

function serverOf({ server }: { readonly server: { readonly id: string; readonly address: string } }) {
  return { server: server.id, address: server.address };
}
