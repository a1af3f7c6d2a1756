import assert from 'node:assert/strict';
import { test } from 'node:test';
import { frameworkPath, Paths } from './paths.ts';

test('a path is found with its methods, also where it has parameters', () => {
  const paths = new Paths();
  for (const method of ['GET', 'POST']) paths.add('/bids', method);
  paths.add('/bids/{id}', 'DELETE');
  paths.add('/bids/{id}', 'PATCH');
  paths.add('/pireps/{id}/log', 'GET');
  const cases: readonly (readonly [string, readonly string[] | null])[] = [
    ['/bids', ['GET', 'HEAD', 'POST']],
    ['/bids/7', ['DELETE', 'PATCH']],
    ['/bids/{id}', ['DELETE', 'PATCH']],
    ['/bids/a%2Fb', ['DELETE', 'PATCH']],
    ['/pireps/7/log', ['GET', 'HEAD']],
    ['/bids/', null],
    ['/bids/7/8', null],
    ['/pireps/7', null],
    ['/pireps//log', null],
    ['/charters', null],
  ];
  for (const [path, methods] of cases) {
    assert.deepEqual(paths.get(path) === undefined ? null : [...(paths.get(path) ?? [])].sort(), methods, path);
  }
});

test('parameters are spelled as the web framework wants them', () => {
  assert.equal(frameworkPath('/pireps/{id}/log'), '/pireps/:id/log');
});
