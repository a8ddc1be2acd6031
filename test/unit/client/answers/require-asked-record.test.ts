import { expect, test } from 'vitest';
import { requireAskedRecord } from '../../../../src/client/answers/require-asked-record.ts';

const ANSWER = {
  url: new URL('http://host/api/records'),
  method: 'GET',
  status: 200,
  headers: {},
  bytes: new Uint8Array(),
  stream: null,
};

function check(path: string, input: Readonly<Record<string, unknown>>, value: unknown): void {
  requireAskedRecord({ method: 'GET', path, answer: {} }, input, value, ANSWER);
}

test.each([
  ['/testsets/{testset_id}', { testset_id: 'a' }, { id: 'b' }, 'id'],
  ['/variants/{variant_id}', { variant_id: 'a' }, { variant_id: 'b' }, 'variant_id'],
  [
    '/variants/{variant_id}/revisions/{revision}',
    { variant_id: 'a', revision: 2 },
    { id: 'x', revision: 3 },
    'revision',
  ],
  ['/apps/{app_id}/variants', { app_id: 'a' }, [{ app_id: 'a' }, { app_id: 'b' }], 'app_id'],
  ['/evaluations', { app_id: 'a' }, [{ app_id: 'b' }], 'app_id'],
  ['/apps/{app_id}/revisions/{environment_name}', { app_id: 'a', environment_name: 'x' }, { name: 'y' }, 'name'],
])('%s does not accept another record', (path, input, value, field) => {
  expect(() => check(path, input, value)).toThrow(`: \`${field}\` is `);
});

test.each([
  ['/testsets/{testset_id}', { testset_id: 'a' }, { id: 'a' }],
  ['/testsets/{testset_id}', { testset_id: 'AB' }, { id: 'ab' }],
  ['/testsets/{testset_id}', { testset_id: 'a' }, null],
  ['/variants/{variant_id}/revisions/{revision}', { variant_id: 'a', revision: 2 }, { id: 'row', revision: 2 }],
  ['/variants/{variant_id}/revisions', { variant_id: 'a' }, [{ id: 'row' }]],
  ['/apps/{app_id}/variants', { app_id: 'a' }, []],
  ['/apps', {}, [{ app_id: 'a' }, { app_id: 'b' }]],
  // The public service maps ids of an earlier database to new ones.
  ['/apps/{app_id}/variants', { app_id: '65f0c1d2e3a4b5c6d7e8f901' }, [{ app_id: 'new' }]],
])('%s accepts what it asks for', (path, input, value) => {
  expect(() => check(path, input, value)).not.toThrow();
});

test('the refusal names both records, and what to check', () => {
  const check = () =>
    requireAskedRecord(
      { method: 'GET', path: '/testsets/{testset_id}', answer: {} },
      { testset_id: 'a' },
      { id: 2 },
      { ...ANSWER, headers: { 'x-request-id': 'r1' } },
    );
  expect(check).toThrow(
    expect.objectContaining({
      code: 'WF_UNEXPECTED_ANSWER',
      message: 'The service answered with another record than GET /api/records asks for: `id` is 2 instead of "a".',
      nextSteps: ['Check that base_url is a service that wf can talk to: wf config list'],
      status: 200,
      requestId: 'r1',
    }),
  );
});
