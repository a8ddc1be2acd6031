import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { bundleWorkflow } from '../../src/bundler/bundle/bundle-workflow.ts';
import { createHosting } from '../../src/service/hosting/create-hosting.ts';
import type { CallOrigin, HostedAnswer, Hosting, WrittenLine } from '../../src/service/hosting/hosting.ts';
import { packagePaths } from '../../src/use-cases/package-paths.ts';

const WORKFLOWS = new URL('../fixtures/workflows/', import.meta.url).pathname;

export interface HostedWorkflow extends AsyncDisposable {
  /** Calls this workflow, whatever deployment it is asked for. */
  readonly hosting: Hosting;
  /** Posts JSON and returns the response. */
  call(path: string, body?: object, headers?: Record<string, string>, origin?: CallOrigin): Promise<Response>;
  /** Posts JSON and returns the parsed response. */
  ask(path: string, body?: object): Promise<unknown>;
  /** Posts JSON as an evaluation does: over the channel to the process, without a request. */
  askProcess(path: string, body?: object, signal?: AbortSignal): Promise<HostedAnswer>;
  /** The lines that the process wrote; complete once the workflow is stopped. */
  readonly lines: readonly WrittenLine[];
  stop(): Promise<void>;
  /** Posts JSON as a client of a deployed route does. */
  exchange(path: string, body?: object, options?: ExchangeOptions): Promise<HostedAnswer | Response>;
}

export interface ExchangeOptions {
  readonly signal?: AbortSignal;
  readonly traceparent?: string | null;
  readonly origin?: CallOrigin;
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
  const lines: WrittenLine[] = [];
  const hosting = createHosting({
    hostScript,
    dataDir,
    backend: {
      readArtifact: async () => await readFile(code),
      resolveConfiguration: async () => ({}),
      readVariables: async () => variables,
      appendLogs: async (_appId, written) => void lines.push(...written),
    },
  });
  const deployment = { id: 'deployment', app_id: 'app', app_name: 'support', artifact_sha256: sha256, url: null };
  const call: HostedWorkflow['call'] = async (path, body = {}, headers = {}, origin) => {
    const request = new Request('http://service/', { method: 'POST', body: JSON.stringify(body), headers });
    return await hosting.call({ deployment, path, request, revisionId: null, origin });
  };
  return {
    hosting: { ...hosting, ask: async (question) => await hosting.ask({ ...question, deployment }) },
    call,
    ask: async (path, body) => await (await call(path, body)).json(),
    askProcess: async (path, body = {}, signal = new AbortController().signal) =>
      await hosting.ask({ deployment, path, body: JSON.stringify(body), revisionId: null, signal }),
    exchange: async (path, body = {}, { signal = new AbortController().signal, traceparent = null, origin } = {}) => {
      const text = JSON.stringify(body);
      const request = { method: 'POST', headers: new Headers(), signal, body: Buffer.from(text) };
      const toRequest = () => request;
      const exchange = { deployment, path, body: text, revisionId: null, signal, traceparent, origin, toRequest };
      return await hosting.exchange(exchange);
    },
    lines,
    stop: async () => await hosting.stop(),
    async [Symbol.asyncDispose]() {
      await hosting.stop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}
