import { createHash } from 'node:crypto';
import { mkdir, rm, symlink, writeFile } from 'node:fs/promises';
import { writeCarriedFiles } from '../../bundler/carry/carried-file.ts';
import { FILES_FOLDER } from '../../foundation/working-folder.ts';
import { dirname, join } from 'node:path';
import { readDescribedRoutes } from '../../bundler/describe/describe-bundle.ts';
import { openSourceBundler, type SourceBundle, type SourceBundler } from '../../bundler/bundle/source-bundle.ts';
import type { RouteSchema } from '../../contract/deployments/route-schema.ts';
import type { SourceHosting } from '../../service/hosting/sources/source-hosting.ts';
import { packagePaths } from '../package-paths.ts';
import type { WorkflowProject } from './require-project.ts';
import { linkCarried, sourceFolders } from './source-folders.ts';

/** Changes since the last reload other than in the sources themselves. */
export interface SourceChanges {
  /** The project file: its entry may have changed. */
  readonly project: boolean;
  /** Installed packages or environment variables: the same code may behave differently. */
  readonly dependencies: boolean;
  /** A changed evaluator, which takes effect once it is deployed; `null`: none. */
  readonly evaluators: string | null;
}

export interface SourceReloaderOptions {
  readonly hosting: SourceHosting;
  readonly loadProject: () => Promise<WorkflowProject>;
  /** Called with the absolute paths of the source files, and the folders of files that they read. */
  readonly onFiles: (files: readonly string[], readFolders: readonly string[]) => void;
}

/** The sources that serve calls now. */
export interface LoadedSources extends Pick<SourceBundle, 'warnings'> {
  readonly project: WorkflowProject;
  readonly routes: readonly RouteSchema[];
}

/** Loads the sources from disk and switches calls to them. */
export interface SourceReloader extends AsyncDisposable {
  /** The last successful load; `null` before the first. */
  readonly loaded: LoadedSources | null;
  /** @throws {SourceError} when they do not build or are invalid; the previous ones keep serving */
  reload(changes: SourceChanges): Promise<LoadedSources>;
}

export function createSourceReloader({ hosting, loadProject, onFiles }: SourceReloaderOptions): SourceReloader {
  let project: WorkflowProject | undefined;
  let bundler: SourceBundler | undefined;
  let loaded: (LoadedSources & { readonly hash: string; readonly folder: string }) | null = null;
  let count = 0;
  let preloaded: string | undefined;

  const reopen = async (changes: SourceChanges): Promise<{ project: WorkflowProject; bundler: SourceBundler }> => {
    if (changes.project || project === undefined) project = await loadProject();
    if (changes.project || changes.dependencies) {
      await bundler?.[Symbol.asyncDispose]();
      bundler = undefined;
    }
    const { root, entry, dataDir, files: patterns, loaders } = project;
    const { versions, sdk: sdkDir } = sourceFolders(dataDir);
    const paths = { root, entry, patterns, loaders, outDir: join(versions, '0'), sdkDir };
    const { aliases, sampleWorkflow } = packagePaths();
    bundler ??= await openSourceBundler({ ...paths, aliases, sampleWorkflow });
    return { project, bundler };
  };
  const preload = async ({ dataDir }: WorkflowProject, bundle: SourceBundle): Promise<void> => {
    const source = preloadSource(bundle);
    if (source === preloaded) return;
    await writeFile(sourceFolders(dataDir).preload, source);
    preloaded = source;
  };
  const reload = async (changes: SourceChanges): Promise<LoadedSources> => {
    if (changes.dependencies) hosting.renew();
    const opened = await reopen(changes);
    const bundle = await opened.bundler.bundle();
    onFiles(bundle.files, [...new Set(bundle.carried.map(({ source }) => dirname(source)))]);
    const hash = hashOf(bundle);
    if (loaded?.hash === hash && !changes.dependencies && !changes.project) return loaded;
    count += 1;
    const { root, entry, dataDir } = opened.project;
    const folder = join(sourceFolders(dataDir).versions, String(count));
    const { carried, own } = sourceFolders(dataDir);
    const file = await writeVersion(folder, bundle, carried);
    await linkCarried(own, carried);
    const routes = await hosting.load(file, async (end) => await readDescribedRoutes(end, { root, entry }));
    await preload(opened.project, bundle);
    if (loaded !== null) await rm(loaded.folder, { recursive: true, force: true });
    loaded = { project: opened.project, routes, hash, folder, warnings: bundle.warnings };
    return loaded;
  };
  return {
    get loaded() {
      return loaded;
    },
    reload,
    [Symbol.asyncDispose]: async () => await bundler?.[Symbol.asyncDispose](),
  };
}

function hashOf({ code, carried }: SourceBundle): string {
  const files = carried.map(({ path, sha256 }) => `${sha256} ${path}`).join('\n');
  return createHash('sha256').update(code).update(files).digest('hex');
}

/** Versions share the files that they carry: each has a link to them. */
async function writeVersion(
  folder: string,
  { code, map, carried }: SourceBundle,
  carriedFolder: string,
): Promise<string> {
  const file = join(folder, 'workflow.mjs');
  await mkdir(folder, { recursive: true });
  await Promise.all([writeFile(file, code), writeFile(`${file}.map`, map), writeCarriedFiles(carriedFolder, carried)]);
  if (carried.length > 0) await symlink(join(carriedFolder, FILES_FOLDER), join(folder, FILES_FOLDER), 'junction');
  return file;
}

/** A package that fails to load must not stop the others. */
function preloadSource({ packages, sample }: SourceBundle): string {
  const imports = packages.map((name) => `import(${JSON.stringify(name)}),`);
  const loading = `await Promise.allSettled([\n${imports.join('\n')}\n]);`;
  return `${loading}\nexport const sample = () => import(${JSON.stringify(sample)});\n`;
}
