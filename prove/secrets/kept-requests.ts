import type { Reply } from '../access/requests.ts';
import type { CanaryKind } from './canaries.ts';
import type { Stage } from './stage.ts';

export type Headers = Readonly<Record<string, string>>;
export type Fields = Readonly<Record<string, string>>;

/** Sends requests, and keeps every answer for the search. */
export class KeptRequests {
  readonly #stage: Stage;

  constructor(stage: Stage) {
    this.#stage = stage;
  }

  form(
    method: string,
    path: string,
    headers: Headers,
    fields: Fields = {},
    mayShow: readonly CanaryKind[] = [],
  ): Promise<Reply> {
    return this.#keep(`${method} ${path}`, this.#stage.requests.send(method, path, { headers, fields }), mayShow);
  }

  json(
    method: string,
    path: string,
    headers: Headers,
    body: object | null = null,
    mayShow: readonly CanaryKind[] = [],
  ): Promise<Reply> {
    return this.#keep(
      `${method} ${path}`,
      this.#stage.requests.send(method, path, { headers, fields: {} }, body),
      mayShow,
    );
  }

  /** A body that is no JSON. */
  text(path: string, body: string): Promise<Reply> {
    return this.#keep(
      `POST ${path}`,
      this.#stage.requests.send('POST', path, {
        headers: { 'content-type': 'application/json' },
        fields: { [body]: '' },
      }),
      [],
    );
  }

  async #keep(name: string, asked: Promise<Reply>, mayShow: readonly CanaryKind[]): Promise<Reply> {
    const reply = await asked;
    this.#stage.produced.push({
      name: `the answer to ${name.split('?')[0]}`,
      text: `${reply.location}\n${reply.text}`,
      mayShow,
    });
    return reply;
  }
}
