import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, relative, sep } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { PACKAGE_NAME } from '../foundation/package.ts';
import { BugError } from '../foundation/errors/wf-error.ts';

/** Paths of the running package: built files when installed, sources in an unbuilt checkout. */
export interface PackagePaths {
  readonly root: string;
  readonly version: string;
  /** True until the package is published and can be installed by name. */
  readonly isPrivate: boolean;
  readonly templates: string;
  /** Folder of the built playground. Its JSX must be built even in a checkout: `npm run build`. */
  readonly playground: string;
  /** Folder of the script and style of evaluation reports in html; built like the playground. */
  readonly report: string;
  /** The commands with their flags as JSON, written by the build. */
  readonly commands: string;
  /** Script of the process that serves one bundle. */
  readonly hostScript: URL;
  /** Script of the process that serves the sources for `wf dev`. */
  readonly sourceHostScript: URL;
  /** Script that imports a bundle and reports its routes. */
  readonly describeScript: URL;
  /** Script of the processes that compute scores. */
  readonly scoreScript: URL;
  /** Script of the thread that copies SQLite's log into its file. */
  readonly checkpointScript: URL;
  /** Script of the thread that runs a jq filter. */
  readonly jqScript: URL;
  /** What `wfkit`, `wfkit/runtime` and `wfkit/decorators` mean inside a bundle, so that one bundle holds one SDK. */
  readonly aliases: Readonly<Record<string, string>>;
  /** Sample workflow that warms up the process of the sources. */
  readonly sampleWorkflow: string;
  /** The runtime for each platform of `wf build --target`. */
  readonly targetRuntimes: Readonly<Record<'node' | 'lambda' | 'cloudflare', string>>;
}

/** Locates the package this code runs from. */
export function packagePaths(): PackagePaths {
  const here = fileURLToPath(import.meta.url);
  const root = packageRoot(dirname(here));
  const isBuilt = relative(root, here).split(sep)[0] === 'dist';
  const file = (built: string, source: string) =>
    join(root, ...(isBuilt ? ['dist', built] : ['src', ...source.split('/')]));
  const { version, private: isPrivate } = readPackage(join(root, 'package.json'));
  return {
    root,
    version,
    isPrivate: isPrivate === true,
    templates: join(root, 'templates'),
    playground: join(root, 'dist', 'playground'),
    report: join(root, 'dist', 'report'),
    commands: join(root, 'dist', 'commands.json'),
    hostScript: pathToFileURL(file('host-process.js', 'runtime/host-process.ts')),
    sourceHostScript: pathToFileURL(file('source-host.js', 'runtime/source-host.ts')),
    describeScript: pathToFileURL(file('describe-child.js', 'bundler/describe/describe-child.ts')),
    scoreScript: pathToFileURL(file('score-process.js', 'service/evaluators/scoring/score-process.ts')),
    checkpointScript: pathToFileURL(file('checkpoint-thread.js', 'service/store/checkpoints/checkpoint-thread.ts')),
    jqScript: pathToFileURL(file('jq-worker.js', 'cli/kit/output/jq-worker.ts')),
    aliases: {
      [PACKAGE_NAME]: file('sdk.js', 'sdk/index.ts'),
      [`${PACKAGE_NAME}/runtime`]: file('runtime.js', 'runtime/index.ts'),
      [`${PACKAGE_NAME}/decorators`]: file('decorators.js', 'sdk/decorators.ts'),
    },
    sampleWorkflow: file('sample-workflow.js', 'runtime/sample/sample-workflow.ts'),
    targetRuntimes: {
      node: file('target-node.js', 'runtime/targets/node-server.ts'),
      lambda: file('target-lambda.js', 'runtime/targets/lambda-handler.ts'),
      cloudflare: file('target-cloudflare.js', 'runtime/targets/worker.ts'),
    },
  };
}

function packageRoot(folder: string): string {
  const file = join(folder, 'package.json');
  if (existsSync(file) && readPackage(file).name === PACKAGE_NAME) return folder;
  const parent = dirname(folder);
  if (parent === folder) throw new BugError(`The package ${PACKAGE_NAME} is not found around its own code.`);
  return packageRoot(parent);
}

function readPackage(file: string): { name: string; version: string; private?: boolean } {
  // Our own package.json, written by us: its shape is known.
  return JSON.parse(readFileSync(file, 'utf8')) as { name: string; version: string; private?: boolean };
}
