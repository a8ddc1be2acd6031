import { createHash } from 'node:crypto';
import { toPartsDocument } from '../../../src/contract/deployments/bundle-parts.ts';
import { appendLogs } from '../../../src/service/deployments/queries/deployments.ts';
import { ROUTES, type World } from '../service-world.ts';

/** Adds a self-hosted deployment with its own evaluators, bundles in parts and in chunks, a variable, and log lines. */
export async function addDeployments({ call, appId, sha256, running }: World): Promise<void> {
  await call('createDeployment', {
    app_id: appId,
    body: {
      variant_name: 'elsewhere',
      base_name: 'elsewhere',
      url: 'https://workflow.example/support',
      routes: ROUTES,
      evaluators: { artifact_sha256: sha256, schemas: ROUTES },
      sdk_version: '0.1.0',
      environment: 'staging',
      message: 'Runs where the data is',
    },
  });
  await addBundleInParts({ call, sha256, running });
  const large = new Uint8Array(1024 * 1024 + 1);
  await call('putArtifact', { sha256: createHash('sha256').update(large).digest('hex'), body: large });
  await call('setVariable', { app_id: appId, variable_name: 'MODEL_KEY', body: { value: 'secret' } });
  await call('setEnvironmentVariable', {
    app_id: appId,
    environment_name: 'production',
    variable_name: 'MODEL_URL',
    body: { value: 'https://models.example.com' },
  });
  const at = '2026-11-23T09:00:00.000Z';
  const origin = { requestId: 'request-1', variant: 'default', revision: 1, environment: 'production' };
  await appendLogs(running.store.db, appId, [{ at, stream: 'stderr', text: 'A warning', origin }], new Date(at));
}

async function addBundleInParts({ call, sha256, running }: Pick<World, 'call' | 'sha256' | 'running'>): Promise<void> {
  const code = await running.send('GET', `/artifacts/${sha256}`);
  const { byteLength: size } = await code.arrayBuffer();
  const body = toPartsDocument([{ path: 'workflow.mjs', sha256, size }]);
  await call('putArtifact', { sha256: createHash('sha256').update(body).digest('hex'), body });
}

/** A gate that an evaluation with half of its rows right passes. */
export const GATE = {
  name: 'release.gate.yaml',
  content: 'rules: [{ metric: exact_match, minimum: 0, not_worse_by: 0.9 }]\n',
};

/** Protects production, promotes through its gate with a baseline, and rolls back. */
export async function addPromotions({ call, appId, variantId }: World, evaluationId: string): Promise<void> {
  const production = { environment_name: 'production', variant_id: variantId };
  const evidence = { evaluation_id: evaluationId, baseline_evaluation_id: evaluationId };
  await call('deployToEnvironment', { body: { ...production, message: 'Checked', gate: GATE, ...evidence } });
  const body = { app_id: appId, revision: 1, message: 'As it was' };
  await call('rollbackEnvironment', { environment_name: 'production', body });
  await call('protectEnvironment', { app_id: appId, environment_name: 'production', body: { gate: GATE } });
}
