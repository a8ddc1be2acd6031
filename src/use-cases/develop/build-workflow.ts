import { mkdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import { bundleWorkflow } from '../../bundler/bundle/bundle-workflow.ts';
import { describeBundle } from '../../bundler/describe/describe-bundle.ts';
import type { BundledFile, Manifest } from '../../contract/deployments/route-schema.ts';
import { replaceFile } from '../../foundation/replace-file.ts';
import { readVariables } from '../serve/read-variables.ts';
import { NO_PACKAGE_RULES, type PackageRules } from '../../bundler/packages/external-package.ts';
import { openPackages } from './open-packages.ts';
import { withPlaceholders } from './with-placeholders.ts';
import { openBuildFolder } from './build-folder.ts';
import { buildEvaluators, type BuiltEvaluators } from './build-evaluators.ts';
import { createSandbox, type Sandbox } from '../../sandbox/create-sandbox.ts';
import { packagePaths } from '../package-paths.ts';
import type { TypeReport } from '../../contract/develop/type-report.ts';
import type { TypeCheck } from './types/start-type-check.ts';
import { type BuiltArtifact, toArtifact } from './artifact/to-artifact.ts';
import { toManifest } from './artifact/to-manifest.ts';

export interface BuildWorkflowOptions {
  /** The project's folder. */
  readonly root: string;
  /** Module whose exports are the routes, relative to `root`. */
  readonly entry: string;
  /** Name of the app, as written into the manifest. */
  readonly app: string;
  /** The project's generated folder, usually `.wf`. */
  readonly dataDir: string;
  /** Patterns of files that the bundle carries. @defaultValue only those that the code names */
  readonly files?: readonly string[];
  /** Packages that the bundle imports instead of containing them. @defaultValue none */
  readonly packages?: PackageRules;
  /** The project's variables, if the caller has read them. @defaultValue those of its `.env` */
  readonly variables?: Readonly<Record<string, string>>;
  /** Whether the result must stay in the project, also if that can only be read. @defaultValue false */
  readonly isKept?: boolean;
  /** Checks the types meanwhile. @defaultValue nobody does */
  readonly types?: TypeCheck;
  readonly onEvent?: (event: BuildEvent) => void;
  /** Confines the process that reads the routes. @defaultValue the strongest that this machine has */
  readonly sandbox?: Sandbox;
}

export type BuildEvent =
  | { readonly type: 'bundle-start'; readonly entry: string }
  | { readonly type: 'bundle-end'; readonly sha256: string; readonly size: number; readonly gzip_size: number }
  | { readonly type: 'packages-install'; readonly packages: readonly string[] }
  | { readonly type: 'routes-read'; readonly routes: readonly string[] }
  /** For programs; users get the text. */
  | ({ readonly type: 'types-check' } & TypeReport);

export interface BuiltWorkflow {
  readonly manifest: Manifest;
  /** Absolute path of the bundle. */
  readonly bundle: string;
  /** Absolute path of `manifest.json`. */
  readonly manifestFile: string;
  /** What a deploy stores. */
  readonly artifact: BuiltArtifact;
  /** Files that the bundle carries. */
  readonly files: readonly BundledFile[];
  /** Bytes of the bundle's code. */
  readonly size: number;
  /** Bytes of the bundle's code as gzip sends them. */
  readonly gzipSize: number;
  readonly warnings: readonly string[];
  /** The project's own evaluators; `null` when it has none. */
  readonly evaluators: BuiltEvaluators | null;
}

/**
 * Bundles a workflow into `.wf/build/` and writes its route schemas to a manifest next to it.
 *
 * @throws {WF_TYPE_ERRORS} when the types are required to be correct and are not
 */
export async function buildWorkflow(options: BuildWorkflowOptions): Promise<BuiltWorkflow> {
  const {
    root,
    entry,
    app,
    dataDir,
    files: patterns = [],
    packages: rules = NO_PACKAGE_RULES,
    isKept = false,
    onEvent = () => {},
    sandbox = createSandbox(),
  } = options;
  const { aliases, describeScript, version } = packagePaths();
  const outDir = await openBuildFolder(dataDir, isKept);
  const given = options.variables ?? (await readVariables(root));
  const child = { sandbox, childScript: describeScript, variables: withPlaceholders(given) };

  onEvent({ type: 'bundle-start', entry });
  const installing = await openPackages({ root, outDir, rules, sandbox, onEvent });
  const bundling = bundleWorkflow({ root, entry, outDir, aliases, files: patterns, packages: rules });
  const ready = bundling.then(installing.install);
  const [bundle, gzipSize, routes, evaluators] = await Promise.all([
    bundling,
    bundling.then(async ({ code }) => await gzippedSize(code)),
    // The child process starts while esbuild runs.
    describeBundle({ root, entry, bundle: join(outDir, 'workflow.mjs'), ...child, packages: installing.folder, ready }),
    buildEvaluators(root, outDir, child),
  ]);
  const artifact = toArtifact(bundle);
  const files = bundle.files.map(({ path, sha256, bytes }) => ({ path, sha256, size: bytes.byteLength }));
  onEvent({ type: 'bundle-end', sha256: artifact.sha256, size: bundle.size, gzip_size: gzipSize });
  onEvent({ type: 'routes-read', routes: routes.map((route) => route.path) });
  await options.types?.require();

  const manifest = toManifest({
    app,
    sha256: artifact.sha256,
    version,
    routes,
    evaluators,
    files,
    packages: bundle.packages,
  });
  const manifestFile = await writeManifest(outDir, manifest);
  return {
    manifest,
    bundle: bundle.code,
    manifestFile,
    artifact,
    files,
    size: bundle.size,
    gzipSize,
    warnings: bundle.warnings,
    evaluators,
  };
}

async function gzippedSize(file: string): Promise<number> {
  return (await promisify(gzip)(await readFile(file))).byteLength;
}

async function writeManifest(outDir: string, manifest: Manifest): Promise<string> {
  await mkdir(outDir, { recursive: true });
  const file = join(outDir, 'manifest.json');
  await replaceFile(file, `${JSON.stringify(manifest, null, 2)}\n`);
  return file;
}
