import { access, mkdir, mkdtemp, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import type { BundlePaths } from '../../bundler/build/bundle-options.ts';
import { bundleWorkflow } from '../../bundler/bundle/bundle-workflow.ts';
import { describeBundle, type DescribeBundleOptions } from '../../bundler/describe/describe-bundle.ts';
import type { BundledFile, Manifest, RouteSchema } from '../../contract/deployments/route-schema.ts';
import { replaceFile } from '../../foundation/replace-file.ts';
import { readVariables } from '../serve/read-variables.ts';
import { findUploadedVariables } from './find-uploaded-variables.ts';
import { NO_PACKAGE_RULES } from '../../bundler/packages/mark-external.ts';
import { openPackages } from './open-packages.ts';
import type { WorkflowProject } from './require-project.ts';
import { createSandbox, type Sandbox } from '../../sandbox/create-sandbox.ts';
import { packagePaths } from '../package-paths.ts';
import type { TypeCheck } from './types/run-compiler.ts';
import { type BuiltArtifact, toArtifact, toManifest } from './artifact/to-artifact.ts';
import { constants, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { ensureDataFolder } from '../../project/ensure-data-folder.ts';
import { isWritable } from '../files/is-writable.ts';
import { describedBy } from '../files/output/output-error.ts';
import type { BuildEvent } from '../../contract/develop/deploy-result.ts';
import { bundleEvaluators, EVALUATOR_BUNDLE, type EvaluatorBundle } from '../../bundler/bundle/bundle-evaluators.ts';
import { findEvaluatorFiles } from '../../bundler/bundle/find-evaluators.ts';
import { type BuildWarning, distinctWarnings } from '../../foundation/build-warning.ts';
import { UserError } from '../../foundation/errors/wf-error.ts';
import { isEvaluatorKey } from '../../evaluation/evaluators/catalogue/evaluators.ts';

export interface BuildWorkflowOptions
  extends
    Pick<WorkflowProject, 'root' | 'entry' | 'app' | 'dataDir'>,
    Partial<Pick<WorkflowProject, 'files' | 'loaders' | 'packages' | 'variableSource'>> {
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

export interface BuiltWorkflow {
  readonly manifest: Manifest;
  /** Absolute path of the bundle. */
  readonly bundle: string;
  /** Absolute path of `manifest.json`. */
  readonly manifestFile: string;
  readonly artifact: BuiltArtifact;
  readonly files: readonly BundledFile[];
  /** Sources of the workflow and of the evaluators, relative to the project. */
  readonly inputs: readonly string[];
  /** Bytes of the bundle's code. */
  readonly size: number;
  /** Bytes of the bundle's code as gzip sends them. */
  readonly gzipSize: number;
  readonly warnings: readonly BuildWarning[];
  /** Names of variables whose values the schemas contain. */
  readonly uploadedVariables: readonly string[];
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
    loaders,
    packages: rules = NO_PACKAGE_RULES,
    isKept = false,
    onEvent = () => {},
    sandbox = createSandbox(),
  } = options;
  const { aliases, describeScript, version } = packagePaths();
  const outDir = await openBuildFolder(dataDir, isKept);
  const given = options.variables ?? (await readVariables(options.variableSource ?? { root, taken: [] }));
  const child = { sandbox, childScript: describeScript, variables: withPlaceholders(given) };

  onEvent({ type: 'bundle-start', entry });
  const installing = await openPackages({ root, outDir, rules, onEvent });
  const found: BuildWarning[] = [];
  const onWarning = (warning: BuildWarning) => void found.push(warning);
  const location = { root, entry, bundle: join(outDir, 'workflow.mjs') };
  const bundling = bundleWorkflow({ root, entry, outDir, aliases, loaders, files: patterns, packages: rules });
  const ready = bundling.then(installing.install);
  const [bundle, gzipSize, routes, evaluators, evaluatorFiles] = await Promise.all([
    bundling,
    bundling.then(async ({ code }) => await gzippedSize(code)),
    // The child process starts while esbuild runs.
    describeBundle({ ...location, ...child, packages: installing.folder, ready, onWarning }),
    buildEvaluators({ root, outDir, loaders }, child),
    findEvaluatorFiles(root),
  ]);
  const artifact = toArtifact(bundle);
  const files = bundle.files.map(({ path, sha256, bytes }) => ({ path, sha256, size: bytes.byteLength }));
  const warnings = distinctWarnings([...bundle.warnings, ...(evaluators?.warnings ?? []), ...found]);
  for (const warning of warnings) onEvent({ type: 'warning-found', ...warning });
  onEvent({ type: 'bundle-end', sha256: artifact.sha256, size: bundle.size, gzip_size: gzipSize });
  onEvent({ type: 'routes-read', routes: routes.map((route) => route.path) });
  await options.types?.require((report) => onEvent({ type: 'types-check', ...report }));

  const { packages, code, size } = bundle;
  const inputs = [...bundle.inputs, ...files.map(({ path }) => path), ...evaluatorFiles];
  const manifest = toManifest({ app, sha256: artifact.sha256, version, routes, evaluators, files, packages });
  const uploadedVariables = findUploadedVariables(given, manifest);
  const manifestFile = await writeManifest(outDir, manifest);
  const built = { inputs, size, gzipSize, warnings, uploadedVariables, evaluators };
  return { manifest, bundle: code, manifestFile, artifact, files, ...built };
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

/**
 * Returns the folder to build in: `build` of the data folder, or, in a project that can only be read, one below a
 * folder of this process, which is removed at its end.
 *
 * @param isKept - whether the result must stay
 * @throws {WF_INVALID_INPUT} when it must, and the folder cannot be written
 */
export async function openBuildFolder(dataDir: string, isKept: boolean): Promise<string> {
  const folder = join(dataDir, 'build');
  if (isKept || isWritable(folder)) {
    await describedBy(folder)(createKept(dataDir, folder));
    return folder;
  }
  const own = await mkdtemp(join(tmpdir(), 'wf-build-'));
  process.once('exit', () => rmSync(own, { recursive: true, force: true }));
  return join(own, 'build');
}

async function createKept(dataDir: string, folder: string): Promise<void> {
  await ensureDataFolder(dataDir);
  await mkdir(folder, { recursive: true });
  await access(folder, constants.W_OK);
}

/** Says what it is wherever a library prints it; it passes checks of length and of the characters of a key. */
const PLACEHOLDER = 'sk-placeholder-while-wf-reads-route-schemas-00000000';

/** Variables without which the clients of model providers refuse to be created, by the providers' documentation. */
const PROVIDER_KEYS = [
  'AI_GATEWAY_API_KEY',
  'ANTHROPIC_API_KEY',
  'AZURE_API_KEY',
  'AZURE_OPENAI_API_KEY',
  'CEREBRAS_API_KEY',
  'COHERE_API_KEY',
  'CO_API_KEY',
  'DEEPSEEK_API_KEY',
  'FIREWORKS_API_KEY',
  'GEMINI_API_KEY',
  'GOOGLE_API_KEY',
  'GOOGLE_GENERATIVE_AI_API_KEY',
  'GROQ_API_KEY',
  'MISTRAL_API_KEY',
  'OPENAI_API_KEY',
  'OPENROUTER_API_KEY',
  'PERPLEXITY_API_KEY',
  'TOGETHER_API_KEY',
  'VOYAGE_API_KEY',
  'XAI_API_KEY',
] as const;

/**
 * Returns the environment for reading route schemas: the project's variables, and placeholders for the keys of model
 * providers that have no value there. Many modules create a provider's client when they are imported; reading schemas
 * needs no real key, because it has no network.
 */
export function withPlaceholders(variables: Readonly<Record<string, string>>): Record<string, string> {
  const missing = PROVIDER_KEYS.filter((name) => (variables[name] ?? '') === '');
  return { ...variables, ...Object.fromEntries(missing.map((name) => [name, PLACEHOLDER])) };
}

interface BuiltEvaluators extends EvaluatorBundle {
  readonly artifact: BuiltArtifact;
  readonly schemas: readonly RouteSchema[];
}

/**
 * Bundles the evaluators in a project's `evaluators` folder and reads their names and settings.
 *
 * @returns `null` when the project has none
 * @throws {WF_WORKFLOW_INVALID} when an evaluator has the name of a built-in one
 */
async function buildEvaluators(
  { root, outDir, loaders }: Pick<BundlePaths, 'root' | 'outDir' | 'loaders'>,
  held: Pick<DescribeBundleOptions, 'sandbox' | 'childScript' | 'variables'>,
): Promise<BuiltEvaluators | null> {
  const files = await findEvaluatorFiles(root);
  const [first] = files;
  if (first === undefined) return null;
  const { aliases } = packagePaths();
  const ready = bundleEvaluators({ root, files, outDir, aliases, loaders });
  const location = { root, entry: files.length === 1 ? first : 'evaluators' };
  const child = { ...held, bundle: join(outDir, EVALUATOR_BUNDLE), ready };
  const [bundle, schemas] = await Promise.all([ready, describeBundle({ ...location, ...child })]);
  const taken = schemas.find(({ name }) => isEvaluatorKey(name));
  if (taken === undefined)
    return { ...bundle, artifact: toArtifact({ ...bundle, files: [], packages: null }), schemas };
  throw new UserError({
    code: 'WF_WORKFLOW_INVALID',
    message: `${location.entry}: ${taken.name} is the name of a built-in evaluator. Rename yours.`,
  });
}
