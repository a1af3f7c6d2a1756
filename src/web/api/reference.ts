import type { TSchema } from 'typebox';
import { type FieldLine, fieldLines } from '../../contracts/outline.ts';
import { changeSchema } from './openapi.ts';
import type { ApiRoute } from './route.ts';

/** A route as the reference page shows it. */
export interface ReferenceCall {
  readonly path: string;
  readonly access: ApiRoute['access'];
  readonly summary: string;
  readonly description: string;
  readonly params: readonly FieldLine[];
  readonly query: readonly FieldLine[];
  readonly answer: readonly FieldLine[];
  /** The query with which its form starts. */
  readonly example: string;
  readonly isStream: boolean;
}

/** Returns every route of the API, from the schemas that check it, for the page that explains and tries it. */
export function referenceOf(routes: readonly ApiRoute[]): readonly ReferenceCall[] {
  const lines = (schema: TSchema | null) =>
    schema === null || !('properties' in schema) ? [] : fieldLines(schema, null);
  const calls = routes.map((route) => ({
    path: route.path,
    access: route.access,
    summary: route.summary,
    description: route.description,
    params: lines(route.params),
    query: lines(route.query),
    answer: lines(route.answer),
    example: route.example,
    isStream: false,
  }));
  return [
    ...calls,
    {
      path: '/changes',
      access: 'changes',
      summary: 'Changes of flights as they happen',
      example: '',
      description:
        'Server-sent events, one for each change of a flight, in order. Its id is the number of the change: send the last one as Last-Event-ID (or as after) to continue where you were.',
      params: [],
      query: [],
      answer: lines(changeSchema),
      isStream: true,
    },
  ];
}
