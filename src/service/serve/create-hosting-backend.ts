import type { ArtifactStorage } from '../hosting/artifacts/artifact-storage.ts';
import { readArtifact } from '../deployments/read-artifact.ts';
import type { HostingBackend } from '../hosting/hosting.ts';
import { resolveOwnConfiguration } from '../environments/resolve-own-configuration.ts';
import { openEnvironmentVariables, openVariables } from '../environments/app-variables.ts';
import type { SecretBox } from '../secrets/create-secret-box.ts';
import { appendLogs } from '../deployments/queries/logs.ts';
import type { Store } from '../store/open-store.ts';

export type ReadVariables = (appId: string) => Promise<Readonly<Record<string, string>>>;

export interface HostingBackendOptions {
  readonly store: Pick<Store, 'db' | 'reads'>;
  readonly artifacts: ArtifactStorage;
  readonly secrets: SecretBox;
  readonly readVariables: ReadVariables;
  readonly now: () => Date;
}

/** Creates hosting's access to the store. */
export function createHostingBackend(options: HostingBackendOptions): HostingBackend {
  const { store, artifacts, secrets, readVariables, now } = options;
  return {
    readArtifact: (sha256) => readArtifact(store.reads, artifacts, sha256),
    resolveConfiguration: (deployment, reference) => resolveOwnConfiguration(store.reads, deployment, reference),
    appendLogs: (appId, lines) => appendLogs(store.db, appId, lines, now()),
    // Stored variables go before those that the project's folder declares, and an environment's before the app's.
    readVariables: async ({ app_id, environment }) => ({
      ...(await readVariables(app_id)),
      ...(environment?.isProtected === true ? {} : await openVariables(store.reads, secrets, app_id)),
      ...(await openEnvironmentVariables(store.reads, secrets, app_id, environment?.variablesId ?? null)),
    }),
  };
}
