import { expect, test } from 'vitest';
import { findPageUrl, findRecordPageUrl } from '../../../../src/use-cases/develop/find-page-url.ts';
import { fakeClient } from '../../../helpers/fake-client.ts';
import { setting, settingsOf } from '../../../helpers/run-with-client.ts';
import { variantOf } from '../../ui/fixtures.ts';

const SETTINGS = settingsOf({
  baseUrl: setting('https://wf.test'),
  app: setting('01932c5e-0000-7000-8000-00000000000a'),
});

function find(what: string, uri: string | null = 'https://hosted.test/v1', settings = SETTINGS) {
  const { client } = fakeClient({ listAppVariants: async () => [variantOf({ variant_name: 'formal', uri })] });
  const session = { client, mode: 'remote' as const, url: 'https://wf.test', close: async () => undefined };
  return findPageUrl({ settings, what, openSession: async () => session });
}

test.each([
  ['playground', 'https://wf.test/'],
  ['openapi', 'https://wf.test/openapi.json'],
  ['formal', 'https://hosted.test/v1/openapi.json'],
])('the page %s is at %s', async (what, url) => {
  expect(await find(what)).toBe(url);
});

test('a variant without code has no page', async () => {
  await expect(find('formal', null)).rejects.toMatchObject({
    code: 'WF_NOT_FOUND',
    message: 'Variant formal has no address.',
  });
});

test('without a service with an address there is no page', async () => {
  await expect(find('playground', null, settingsOf())).rejects.toMatchObject({
    code: 'WF_USAGE',
    message: 'No service is configured and no wf dev runs here; the embedded service has no page.',
    nextSteps: ['wf dev', 'wf open --base-url URL'],
  });
});

test('the page of a record has its app and its id, both escaped', () => {
  const url = findRecordPageUrl({ settings: SETTINGS, app: 'a/b', area: 'evaluations', id: 'e 1' });
  expect(url).toBe('https://wf.test/#/apps/a%2Fb/evaluations/e%201');
});
