import type { Contract } from '../../contracts/contract.ts';
import { Paths, pathBelow } from '../../contracts/paths.ts';
import type { HttpRequest } from '../../http/exchange.ts';

/** Reports that were refused, by the code of the refusal. */
export class RefusedReports {
  readonly #paths = new Map<Contract, Paths>();
  readonly byCode = new Map<string, number>();

  /** Counts a refused request if it is one that reports. */
  readonly note = (contract: Contract, code: string, { method, url }: Pick<HttpRequest, 'method' | 'url'>): void => {
    if (this.#pathsOf(contract).get(pathBelow(contract.base, url))?.has(method) !== true) return;
    this.byCode.set(code, (this.byCode.get(code) ?? 0) + 1);
  };

  #pathsOf(contract: Contract): Paths {
    const known = this.#paths.get(contract);
    if (known !== undefined) return known;
    const paths = new Paths();
    for (const { method, path } of contract.routes.report) paths.add(path, method);
    this.#paths.set(contract, paths);
    return paths;
  }
}
