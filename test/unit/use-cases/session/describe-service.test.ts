import { describe, expect, test } from 'vitest';
import { toOpenApi } from '../../../../src/contract/openapi/to-open-api.ts';
import { ServiceError, withNextSteps } from '../../../../src/foundation/errors/wf-error.ts';
import { describeKind, describeService } from '../../../../src/use-cases/session/describe-service.ts';
import { fakeClient } from '../../../helpers/fake-client.ts';

const OWN = JSON.parse(JSON.stringify(toOpenApi())) as {
  info: { version: string };
  paths: Record<string, Record<string, unknown>>;
};

function serving(document: unknown, isOurs = true) {
  const text = typeof document === 'string' ? document : JSON.stringify(document);
  const answer = { status: 200, headers: {}, bytes: new TextEncoder().encode(text), requestId: null };
  return fakeClient({ request: async () => answer, ...(isOurs ? {} : { extensions: async () => null }) }).client;
}

test('an older release of ours lacks what its document does not list', async () => {
  const { '/audit-log': _, ...paths } = OWN.paths;
  const described = await describeService(serving({ ...OWN, paths }));
  expect(described.extensions.lacking).toEqual(['GET /audit-log']);
  const { known } = described.extensions;
  expect(describeKind(described)).toBe(
    `wf ${OWN.info.version}, with ${known - 1} of ${known} extensions: it lacks GET /audit-log`,
  );
});

test.each([
  ['a document', { info: { title: 'Other', version: '0.1.0' }, paths: OWN.paths }, 'Other 0.1.0'],
  ['a document without a version', { info: { title: 'Other' } }, null],
  ['null', null, null],
  ['a web page', '<!doctype html>', null],
])('another service with %s has none of them', async (_, document, release) => {
  const described = await describeService(serving(document, false));
  expect(described).toMatchObject({ service: 'other', release });
  expect(described.extensions.lacking).toHaveLength(described.extensions.known);
  expect(describeKind(described)).toContain('without the extensions of wf');
});

test.each([
  [5, 'GET /1, GET /2, GET /3, GET /4, GET /5'],
  [6, 'GET /1, GET /2, GET /3, GET /4, GET /5 and 1 more'],
  [8, 'GET /1, GET /2, GET /3, GET /4, GET /5 and 3 more'],
])('of %i missing extensions, five are named', (count, listed) => {
  const lacking = Array.from({ length: count }, (_, index) => `GET /${index + 1}`);
  const described = { service: 'wf', release: null, extensions: { known: 20, lacking } } as const;
  expect(describeKind(described)).toBe(`wf, with ${20 - count} of 20 extensions: it lacks ${listed}`);
});

describe('the next steps of a refusal', () => {
  const CONFLICT = { code: 'WF_CONFLICT', message: 'The name is taken.', status: 409, requestId: 'r1' } as const;
  const STEPS = { WF_CONFLICT: ['wf apps list'] };

  test('an error with that code gets the steps and keeps everything else', async () => {
    const refusal = new ServiceError({ ...CONFLICT, details: { detail: 'x' } });
    await expect(withNextSteps(Promise.reject(refusal), STEPS)).rejects.toMatchObject({
      ...CONFLICT,
      details: { detail: 'x' },
      nextSteps: ['wf apps list'],
    });
  });

  test('existing steps of an error stay', async () => {
    const refusal = new ServiceError({ ...CONFLICT, nextSteps: ['wf login'] });
    await expect(withNextSteps(Promise.reject(refusal), STEPS)).rejects.toBe(refusal);
  });

  test('other failures are not touched', async () => {
    const other = new TypeError('no');
    await expect(withNextSteps(Promise.reject(other), STEPS)).rejects.toBe(other);
    const refusal = new ServiceError({ ...CONFLICT, code: 'WF_NOT_FOUND' });
    await expect(withNextSteps(Promise.reject(refusal), STEPS)).rejects.toMatchObject({ nextSteps: [] });
  });
});
