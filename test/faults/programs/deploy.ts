interface Sender {
  readonly send: (method: string, path: string, body?: unknown) => Promise<Response>;
}

/** Deploys a stored bundle to production, with a version that makes it a change. */
export async function deploy({ send }: Sender, appId: string, sha256: string, version: string): Promise<Response> {
  return await send('POST', `/apps/${appId}/deployments`, {
    variant_name: 'default',
    artifact_sha256: sha256,
    routes: [{ path: '/', name: 'default', config: null, input: null, output: null, defaults: {} }],
    sdk_version: version,
    environment: 'production',
  });
}
