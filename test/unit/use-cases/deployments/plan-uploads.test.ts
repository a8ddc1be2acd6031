import { createHash } from 'node:crypto';
import { expect, onTestFinished, test } from 'vitest';
import { createClient, type Client } from '../../../../src/client/create-client.ts';
import { inProcessTransport } from '../../../helpers/in-process-transport.ts';
import { toPartsDocument } from '../../../../src/contract/deployments/bundle-parts.ts';
import { UserError } from '../../../../src/foundation/errors/wf-error.ts';
import { planUploads } from '../../../../src/use-cases/deployments/plan-uploads.ts';
import type { BuiltArtifact, BuiltPart } from '../../../../src/use-cases/develop/artifact/to-artifact.ts';
import { createEchoHosting } from '../../../helpers/echo-hosting.ts';
import { startService, type StartServiceOptions } from '../../../helpers/start-service.ts';
import type { UploadEvent } from '../../../../src/contract/develop/deploy-result.ts';

function toPart(bytes: Uint8Array): BuiltPart {
  const sha256 = createHash('sha256').update(bytes).digest('hex');
  return { sha256, size: bytes.length, read: async () => bytes };
}

/** A bundle of code with these files, whose list comes last. */
function artifactOf(code: string, ...files: readonly string[]): BuiltArtifact {
  const parts = [code, ...files].map((text) => toPart(new TextEncoder().encode(text)));
  if (files.length > 0) {
    const listed = parts.map(({ sha256, size }, index) => {
      return { path: index === 0 ? 'workflow.mjs' : `files/${index}.md`, sha256, size };
    });
    parts.push(toPart(toPartsDocument(listed)));
  }
  return { sha256: parts.at(-1)?.sha256 ?? '', parts, packages: null };
}

async function open(options: StartServiceOptions = {}) {
  const running = await startService(options);
  onTestFinished(() => running[Symbol.asyncDispose]());
  const own = createClient({
    transport: inProcessTransport((request) => running.service.fetch(request)),
    baseUrl: running.baseUrl,
    credential: { key: running.keys.operator, form: 'apikey' },
  });
  const client = (await own.extensions()) as Client; // the service has them
  const isStored = async ({ sha256 }: BuiltPart): Promise<boolean> =>
    (await running.send('HEAD', `/artifacts/${sha256}`)).status === 200;
  const upload = async (...artifacts: readonly BuiltArtifact[]) => {
    const events: UploadEvent[] = [];
    await (await planUploads(client, artifacts)).send((event) => events.push(event));
    return events;
  };
  return { client, isStored, upload };
}

test('only what the service lacks is sent, so that the bundle can be deployed', async () => {
  const { upload, isStored } = await open();
  const first = artifactOf('code', 'a');
  await upload(first);
  const second = artifactOf('code', 'a', 'b');
  const [, , file, list] = second.parts;
  expect(await upload(second)).toEqual([
    { type: 'upload-start', size: (file?.size ?? 0) + (list?.size ?? 0), parts: 2 },
    { type: 'upload-end' },
  ]);
  expect(await Promise.all(second.parts.map(isStored))).toEqual([true, true, true, true]);
  expect(await upload(second)).toEqual([{ type: 'upload-skip', sha256: second.sha256 }]);
});

test('packages that the service does not run are refused before anything is sent', async () => {
  const asked: unknown[] = [];
  const requirePackages = (imported: object) => {
    asked.push(imported);
    throw new UserError({ code: 'WF_INVALID_INPUT', message: 'No sharp here.' });
  };
  const { client, isStored } = await open({ createHosting: () => ({ ...createEchoHosting(), requirePackages }) });
  const imported = { external: ['sharp'], scripts: ['sharp'] };
  const workflow = { ...artifactOf('code', 'a'), packages: { ...imported, packages: { 'node_modules/sharp': {} } } };
  await expect(planUploads(client, [workflow, artifactOf('judges')])).rejects.toThrow('No sharp here.');
  expect([asked, await Promise.all(workflow.parts.map(isStored))]).toEqual([[imported], [false, false, false]]);
});
