import type { PeerMethods } from '../../cluster/door.ts';
import { firstPartition, type Members } from '../../cluster/members.ts';
import { movingNow } from '../../http/elsewhere.ts';

type Method = (...args: readonly unknown[]) => Promise<unknown>;

/** Calls that one server answers for all: the holder of the first partition. */
export interface Once<T> {
  /** The same calls from any server. They throw Refusal `shutting-down` while nobody answers them. */
  readonly calls: T;
  /** What peers may call here. */
  readonly methods: PeerMethods;
}

/** @param here - the calls at this server */
export function answerOnce<T extends object>(members: Pick<Members, 'holderOf'>, here: T): Once<T> {
  const names = Object.keys(here) as (keyof T & string)[];
  const own = (name: keyof T & string) => (here[name] as Method).bind(here);
  const calls = names.map((name) => {
    const ask: Method = async (...args) => {
      const holder = members.holderOf(firstPartition);
      if (holder === null) throw movingNow();
      return holder === 'here' ? own(name)(...args) : holder.call(`once.${name}`, args);
    };
    return [name, ask] as const;
  });
  return {
    calls: Object.fromEntries(calls) as T,
    methods: Object.fromEntries(names.map((name) => [`once.${name}`, own(name)])),
  };
}
