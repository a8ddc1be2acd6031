import type { BundledFile, Manifest, RouteSchema } from '../../../contract/deployments/route-schema.ts';
import type { PackageList } from '../../../sandbox/packages/package-list.ts';
import type { BuiltArtifact } from './to-artifact.ts';

/** What a build consists of. */
export interface ManifestParts {
  readonly app: string;
  readonly sha256: string;
  readonly version: string;
  readonly routes: RouteSchema[];
  /** The project's own evaluators; `null`: none. */
  readonly evaluators: {
    readonly artifact: Pick<BuiltArtifact, 'sha256'>;
    readonly schemas: readonly RouteSchema[];
  } | null;
  readonly files: readonly BundledFile[];
  readonly packages: PackageList | null;
}

/** Describes a build for those who deploy and run it; what it does not have is left out. */
export function toManifest({ app, sha256, version, routes, evaluators, files, packages }: ManifestParts): Manifest {
  return {
    format: 1,
    app,
    sha256,
    sdk_version: version,
    node_target: 'node24',
    routes,
    ...(evaluators !== null && {
      evaluators: { artifact_sha256: evaluators.artifact.sha256, schemas: [...evaluators.schemas] },
    }),
    ...(files.length > 0 && { files: [...files] }),
    ...(packages !== null && { packages: toVersions(packages) }),
  };
}

function toVersions({ external, packages }: PackageList): Record<string, string> {
  return Object.fromEntries(external.map((name) => [name, packages[`node_modules/${name}`]?.version ?? '']));
}
