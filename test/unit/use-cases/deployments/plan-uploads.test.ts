import { expect, test } from 'vitest';
import type { ExtendedClient } from '../../../../src/client/create-client.ts';
import { ServiceError } from '../../../../src/errors/service-error.ts';
import { planUploads } from '../../../../src/use-cases/deployments/plan-uploads.ts';
import type { BuiltArtifact } from '../../../../src/use-cases/develop/artifact/to-artifact.ts';

function artifact(...names: string[]): BuiltArtifact {
  const parts = names.map((sha256) => ({ sha256, size: 10, read: async () => new TextEncoder().encode(sha256) }));
  return { sha256: names.at(-1) ?? '', parts, packages: null };
}

/** A service that has these hashes. */
function service(stored: readonly string[], hasParts = true, status = 404) {
  const sent: string[] = [];
  const asked: unknown[] = [];
  const missing = () => new ServiceError({ code: 'WF_NOT_FOUND', message: 'Not found.', status });
  const client = {
    headArtifact: async ({ sha256 }: { sha256: string }) => {
      if (!stored.includes(sha256)) throw missing();
    },
    listMissingArtifacts: async ({ body }: { body: { sha256: string[] } }) => {
      asked.push(body);
      if (!hasParts) throw missing();
      return { sha256: body.sha256.filter((hash) => !stored.includes(hash)) };
    },
    putArtifact: async ({ sha256 }: { sha256: string }) => void sent.push(sha256),
  } as unknown as ExtendedClient;
  return { client, sent, asked };
}

async function upload(artifacts: readonly BuiltArtifact[], stored: readonly string[]) {
  const { client, sent } = service(stored);
  const events: unknown[] = [];
  await (await planUploads(client, artifacts)).send((event) => events.push(event));
  return { sent, events };
}

test('only what the service lacks is sent, and the list of parts last', async () => {
  expect(await upload([artifact('code', 'a', 'b', 'list')], ['code', 'a'])).toEqual({
    sent: ['b', 'list'],
    events: [{ type: 'upload-start', size: 20, parts: 2 }, { type: 'upload-end' }],
  });
});

test('a service that stores only code takes code, and refuses files before anything is sent', async () => {
  const { client, sent } = service([], false);
  await (await planUploads(client, [artifact('code')])).send(() => undefined);
  await expect(planUploads(client, [artifact('code', 'a', 'list')])).rejects.toMatchObject({
    code: 'WF_UNSUPPORTED',
    message: 'This workflow carries files, and this service stores only code: it is older than this wf.',
    nextSteps: [
      'Update the service',
      "Import texts instead, which makes them part of the code: import prompt from './prompt.md'",
    ],
  });
  expect(sent).toEqual(['code']);
});

test.each([
  [404, 'WF_UNSUPPORTED'],
  [405, 'WF_UNSUPPORTED'],
  [406, 'WF_NOT_FOUND'],
  [500, 'WF_NOT_FOUND'],
])('where lists of hashes are answered with %i, the error is %s', async (status, code) => {
  const { client } = service([], false, status);
  await expect(planUploads(client, [artifact('code', 'a', 'list')])).rejects.toMatchObject({ code });
});

test('the service learns which packages a bundle imports, and nothing else of them', async () => {
  const { client, asked } = service([]);
  const packages = { external: ['sharp'], scripts: ['sharp'], packages: { 'node_modules/sharp': {} } };
  await planUploads(client, [{ ...artifact('code', 'packages', 'list'), packages }, artifact('judges')]);
  expect(asked).toEqual([
    { sha256: ['code', 'packages', 'list', 'judges'], packages: { external: ['sharp'], scripts: ['sharp'] } },
  ]);
});
