import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { bundleWorkflow } from '../../src/bundler/bundle/bundle-workflow.ts';
import { createHosting } from '../../src/service/hosting/create-hosting.ts';
import type { HostedAnswer } from '../../src/service/hosting/hosting.ts';
import { packagePaths } from '../../src/use-cases/package-paths.ts';

const WORKFLOWS = new URL('../fixtures/workflows/', import.meta.url).pathname;

export interface HostedWorkflow extends AsyncDisposable {
  /** Posts JSON and returns the response. */
  call(path: string, body?: object, headers?: Record<string, string>): Promise<Response>;
  /** Posts JSON and returns the parsed response. */
  ask(path: string, body?: object): Promise<unknown>;
  /** Posts JSON as an evaluation does: over the channel to the process, without a request. */
  askProcess(path: string, body?: object, signal?: AbortSignal): Promise<HostedAnswer>;
}

export interface HostWorkflowOptions {
  /** Environment variables of the workflow. */
  readonly variables?: Readonly<Record<string, string>>;
}

/** Bundles a workflow of `test/fixtures/workflows` and serves it in the real host process. */
export async function hostWorkflow(
  entry: string,
  { variables = {} }: HostWorkflowOptions = {},
): Promise<HostedWorkflow> {
  const { aliases, hostScript } = packagePaths();
  const dataDir = await mkdtemp(join(tmpdir(), 'wf-hosted-'));
  const { code, sha256 } = await bundleWorkflow({ root: WORKFLOWS, entry, outDir: dataDir, aliases });
  const hosting = createHosting({
    hostScript,
    dataDir,
    backend: {
      readArtifact: async () => await readFile(code),
      resolveConfiguration: async () => ({}),
      readVariables: async () => variables,
    },
  });
  const deployment = { id: 'deployment', app_id: 'app', app_name: 'support', artifact_sha256: sha256, url: null };
  const call: HostedWorkflow['call'] = async (path, body = {}, headers = {}) => {
    const request = new Request('http://service/', { method: 'POST', body: JSON.stringify(body), headers });
    return await hosting.call({ deployment, path, request, revisionId: null });
  };
  return {
    call,
    ask: async (path, body) => await (await call(path, body)).json(),
    askProcess: async (path, body = {}, signal = new AbortController().signal) =>
      await hosting.ask({ deployment, path, body: JSON.stringify(body), revisionId: null, signal }),
    async [Symbol.asyncDispose]() {
      await hosting.stop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}
