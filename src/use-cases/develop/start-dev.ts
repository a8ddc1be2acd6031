import { userError } from '../../foundation/errors/wf-error.ts';
import { readDevFile } from '../../project/dev-file.ts';
import { createSourceHosting } from '../../service/hosting/sources/source-hosting.ts';
import { packagePaths } from '../package-paths.ts';
import { readVariables } from '../serve/read-variables.ts';
import type { ResolveConfiguration, ServedDev, ServeDevOptions } from './serve-dev.ts';
import { emptyVersions, sourceFolders } from './source-folders.ts';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { withAbove } from '../../bundler/files/file-door.ts';
import { packageFoldersIn } from '../../bundler/files/linked-packages.ts';
import type { WorkflowProject } from './require-project.ts';
import type { DevReport } from '../../contract/develop/dev-events.ts';

export interface StartDevOptions extends Omit<ServeDevOptions, 'hosting' | 'setResolve'> {
  /** Whether the sources may do what deployed code may not; each use is reported. */
  readonly allow: boolean;
  readonly signal: AbortSignal;
}

export interface RunningDev extends Pick<ServedDev, 'url' | 'pageUrl' | 'keyFile'> {
  close(): Promise<void>;
}

/**
 * Serves a project during development: the service over its data, and its sources as they are on disk.
 *
 * The process of the sources starts first, so that it boots while this process loads its modules.
 *
 * @throws {WF_CONFLICT} when `wf dev` already runs here, or the requested port is taken
 */
export async function startDev(options: StartDevOptions): Promise<RunningDev> {
  const { dataDir } = options.project;
  refuseSecond(dataDir);
  await emptyVersions(dataDir);
  let { app, variableSource } = options.project;
  const loadProject = async () => {
    const project = await options.loadProject();
    ({ variableSource } = project);
    return project;
  };
  let isEnding = false;
  const onEvent = (event: DevReport): void => {
    if (event.type === 'reload-end') app = event.app ?? app;
    const report = (): void => {
      // Do not report failures caused by the shutdown itself.
      if (!isEnding && !options.signal.aborted) options.onEvent(event);
    };
    // Ctrl-C also stops esbuild, which may fail before our signal arrives: wait for the signal before reporting.
    if (event.type === 'reload-fail') setImmediate(() => setImmediate(report));
    else report();
  };
  const { promise: resolving, resolve: setResolve } = Promise.withResolvers<ResolveConfiguration>();
  await using starting = new AsyncDisposableStack();
  const hosting = starting.use(
    createSourceHosting({
      hostScript: packagePaths().sourceHostScript,
      preload: sourceFolders(dataDir).preload,
      name: () => app,
      permissions: () => ({
        readable: listReadable(options.project),
        hasNativeCode: options.project.packages.external.length > 0,
        isOnlyWatched: options.allow,
        // Code that does what it likes finds its files where the author has them.
        folder: options.allow ? null : sourceFolders(dataDir).own,
      }),
      readVariables: async () => await readVariables(variableSource),
      resolveConfiguration: async (reference) => await (await resolving)(app, reference),
      onOutput: (text) => onEvent({ type: 'output-write', text }),
    }),
  );
  const { serveDev } = await import('./serve-dev.ts');
  const served = starting.use(await serveDev({ ...options, loadProject, onEvent, hosting, setResolve }));
  const running = starting.move();
  const close = async (): Promise<void> => {
    isEnding = true;
    await running.disposeAsync();
  };
  return { url: served.url, pageUrl: served.pageUrl, keyFile: served.keyFile, close };
}

function refuseSecond(dataDir: string): void {
  const found = readDevFile(dataDir);
  if (found === null) return;
  throw userError('WF_CONFLICT', `wf dev already serves this folder at ${found.url} (process ${found.pid}).`, [
    `Open ${found.url}`,
    `kill ${found.pid}`,
  ]);
}

/**
 * Lists what the sources may read in `wf dev`: their version with the files that it carries, as a deployed bundle, and the
 * packages, which are not bundled here.
 */
export function listReadable({ root, dataDir }: Pick<WorkflowProject, 'root' | 'dataDir'>): string[] {
  const own = packagePaths();
  const script = dirname(fileURLToPath(own.sourceHostScript));
  const folders = [...new Set([root, own.root].flatMap(withAbove))];
  const modules = folders.flatMap((folder) => {
    const found = packageFoldersIn(folder);
    return found.length === 0 ? [] : [join(folder, 'node_modules'), ...found];
  });
  return [...new Set([own.root, script, sourceFolders(dataDir).versions, ...modules])];
}
