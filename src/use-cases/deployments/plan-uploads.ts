import pMap from 'p-map';
import type { Client } from '../../client/create-client.ts';
import type { ArtifactHashes } from '../../contract/deployments/deployment.ts';
import { sumOf } from '../../foundation/numbers.ts';
import type { BuiltArtifact, BuiltPart } from '../develop/artifact/to-artifact.ts';
import type { UploadEvent } from '../../contract/develop/deploy-result.ts';

export interface PlannedUploads {
  send(this: void, onEvent: (event: UploadEvent) => void): Promise<void>;
}

const CONCURRENCY = 4;

/**
 * Finds out what the service lacks, before anything is written. An unchanged file is not sent again.
 *
 * @throws {WF_INVALID_INPUT} when it does not run the packages that a bundle imports
 */
export async function planUploads(client: Client, artifacts: readonly BuiltArtifact[]): Promise<PlannedUploads> {
  const missing = await findMissing(client, artifacts);
  return {
    async send(onEvent) {
      const [workflow] = artifacts;
      const lacking = artifacts.map(({ parts }) => parts.filter(({ sha256 }) => missing.has(sha256)));
      const all = lacking.flat();
      if (workflow !== undefined && all.length === 0) onEvent({ type: 'upload-skip', sha256: workflow.sha256 });
      if (all.length === 0) return;
      onEvent({ type: 'upload-start', size: sumOf(all, ({ size }) => size), parts: all.length });
      for (const parts of lacking) {
        // The last one lists the others, which must be there by then.
        await putAll(client, parts.slice(0, -1));
        await putAll(client, parts.slice(-1));
      }
      onEvent({ type: 'upload-end' });
    },
  };
}

async function putAll(client: Client, parts: readonly BuiltPart[]): Promise<void> {
  const put = async ({ sha256, read }: BuiltPart) => await client.putArtifact({ sha256, body: await read() });
  await pMap(parts, put, { concurrency: CONCURRENCY });
}

async function findMissing(client: Client, artifacts: readonly BuiltArtifact[]): Promise<Set<string>> {
  const sha256 = artifacts.flatMap(({ parts }) => parts.map((part) => part.sha256));
  return new Set((await client.listMissingArtifacts({ body: { sha256, ...toImported(artifacts) } })).sha256);
}

/** Evaluators import no packages. */
function toImported(artifacts: readonly BuiltArtifact[]): Pick<ArtifactHashes, 'packages'> {
  const [packages] = artifacts.flatMap((artifact) => artifact.packages ?? []);
  return packages === undefined
    ? {}
    : { packages: { external: [...packages.external], scripts: [...packages.scripts] } };
}
