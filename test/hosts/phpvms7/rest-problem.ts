/** An answer that the platform gives instead of what was asked (app/Exceptions/AbstractHttpException.php, Handler.php). */
export class Problem extends Error {
  readonly status: number;
  readonly body: Readonly<Record<string, unknown>>;

  constructor(status: number, slug: string, details: string, more: Readonly<Record<string, unknown>> = {}) {
    super(details);
    this.status = status;
    this.body = {
      type: `https://phpvms.net/errors/${slug}`,
      title: slug === 'validation-exception' ? 'Validation Error' : details,
      details,
      status,
      error: { status, message: details },
      ...more,
    };
  }
}

/** Every uncaught error in PHP is a 503 there, "not yours" too. */
export function internalError(message: string, exception: string): Problem {
  return new Problem(503, 'internal-error', message, { original_exception: exception });
}

export function notFound(model: string, id: string): Problem {
  return new Problem(404, 'not-found', `No query results for model [App\\Models\\${model}] ${id}`);
}

/** Validation fails with 400 there, not 422. */
export function demand(messages: Readonly<Record<string, string | null>>): void {
  const wrong = Object.entries(messages).flatMap(([field, message]) =>
    message === null ? [] : [[field, message] as const],
  );
  if (wrong.length === 0) return;
  const errors = Object.fromEntries(wrong.map(([field, message]) => [field, [message]]));
  throw new Problem(400, 'validation-exception', wrong.map(([, message]) => message).join(', '), { errors });
}
