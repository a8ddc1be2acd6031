import { expect, test } from 'vitest';
import { toOpenApi } from '../../../../src/contract/openapi/to-open-api.ts';
import {
  describeKind,
  describeOwnService,
  describeService,
} from '../../../../src/use-cases/session/describe-service.ts';
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

test('our own document has every extension', async () => {
  const described = await describeService(serving(OWN));
  expect(described).toEqual({ ...describeOwnService(), release: `wf ${OWN.info.version}` });
  expect(describeKind(described)).toBe(`wf ${OWN.info.version}, with all extensions of wf`);
});

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
