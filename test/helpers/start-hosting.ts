import { createHash } from 'node:crypto';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { BundleUsers, HostingLimits, HostingOptions } from '../../src/service/hosting/bundles/hosting-options.ts';
import type { EgressRules } from '../../src/service/egress/egress-rules.ts';
import type { Sandbox } from '../../src/sandbox/create-sandbox.ts';
import { createHosting } from '../../src/service/hosting/create-hosting.ts';
import type { HostedDeployment, Hosting, HostingBackend } from '../../src/service/hosting/hosting.ts';

const FIXTURES = new URL('../fixtures/', import.meta.url);

/** A host script with only Node's modules, so that these tests need no other floor. */
export const PLAIN_HOST = new URL('hosts/plain-host.mjs', FIXTURES);

/** For Node to start on a busy machine. */
const START_MS = 600_000;

export interface TestHosting extends AsyncDisposable {
  readonly hosting: Hosting;
  readonly dataDir: string;
  /** Stores a bundle of `test/fixtures/bundles` and returns its deployment. */
  deploy(bundle: string, appId?: string): Promise<HostedDeployment>;
  /** Calls a path of a deployment. */
  call(deployment: HostedDeployment, path: string, init?: RequestInit, revisionId?: string): Promise<Response>;
}

export interface StartHostingOptions {
  readonly limits?: Partial<HostingLimits>;
  readonly backend?: Partial<HostingBackend>;
  readonly now?: () => number;
  readonly hostScript?: URL;
  readonly users?: BundleUsers;
  readonly sandbox?: Sandbox;
  readonly egress?: EgressRules;
  readonly onKilled?: HostingOptions['onKilled'];
}

/** Starts hosting with bundles in memory and a separate data folder. */
export async function startHosting({
  limits,
  backend,
  now,
  hostScript,
  users,
  sandbox,
  egress,
  onKilled,
}: StartHostingOptions = {}): Promise<TestHosting> {
  const dataDir = await mkdtemp(join(tmpdir(), 'wf-hosting-test-'));
  const artifacts = new Map<string, Uint8Array>();
  const hosting = createHosting({
    hostScript: hostScript ?? PLAIN_HOST,
    dataDir,
    backend: {
      readArtifact: async (sha256) => artifacts.get(sha256) ?? null,
      resolveConfiguration: async () => ({}),
      readVariables: async () => ({}),
      ...backend,
    },
    limits: { startTimeoutMs: START_MS, ...limits },
    ...(now === undefined ? {} : { now }),
    ...(users === undefined ? {} : { users }),
    ...(sandbox === undefined ? {} : { sandbox }),
    ...(egress === undefined ? {} : { egress }),
    ...(onKilled === undefined ? {} : { onKilled }),
  });
  return {
    hosting,
    dataDir,
    async deploy(bundle, appId = 'app-1') {
      const bytes = await readFile(new URL(`bundles/${bundle}`, FIXTURES));
      const sha256 = createHash('sha256').update(bytes).digest('hex');
      artifacts.set(sha256, bytes);
      return { id: `deployment-of-${appId}`, app_id: appId, app_name: 'support', artifact_sha256: sha256, url: null };
    },
    call(deployment, path, init = {}, revisionId) {
      const request = new Request('http://service/services/support/main', init);
      return hosting.call({ deployment, path, request, revisionId: revisionId ?? null });
    },
    async [Symbol.asyncDispose]() {
      await hosting.stop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}
