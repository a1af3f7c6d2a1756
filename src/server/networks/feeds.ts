import type { Config } from '../../config/config.ts';
import { AddressPolicy } from '../../lib/address-policy.ts';
import type { Clock } from '../../lib/clock.ts';
import type { Logger } from '../../lib/log.ts';
import type { NetworkFeeds } from '../../tracking/figures/network-track.ts';
import { type FedNetwork, fedNetworks } from '../../tracking/model.ts';
import { GuardedRequests } from '../../webhooks/http/guarded-request.ts';
import { maxFeedBytes, NetworkFeed } from './feed.ts';

const limits = { timeoutMs: 10_000, maxAnswerBytes: maxFeedBytes };

/** The feeds that the operator switched on. They are read as webhooks are sent: to public addresses or named networks, without redirects. */
export function openFeeds(config: Config, clock: Clock, log: Logger): NetworkFeeds & Disposable {
  const { vatsimUrl, ivaoUrl, webhookNetworks } = config;
  const urls: Readonly<Record<FedNetwork, string | null>> = { vatsim: vatsimUrl, ivao: ivaoUrl };
  const requests = new GuardedRequests(new AddressPolicy(webhookNetworks), limits);
  const ended = new AbortController();
  const feeds = new Map<FedNetwork, NetworkFeed>();
  for (const network of fedNetworks) {
    const url = urls[network];
    if (url === null) continue;
    const feed = new NetworkFeed({
      network,
      url,
      clock,
      get: (from, headers) => requests.send({ method: 'GET', url: from, headers, body: null, signal: ended.signal }),
      onFailure: (reason) =>
        log.warn({ event: 'network-not-read', network, reason }, 'the feed of a network cannot be read'),
    });
    feeds.set(network, feed);
  }
  return {
    networks: [...feeds.keys()],
    newest: (network) => feeds.get(network)?.newest() ?? null,
    [Symbol.dispose]() {
      for (const feed of feeds.values()) feed[Symbol.dispose]();
      ended.abort();
    },
  };
}
