import { mkdir, readdir, rm } from 'node:fs/promises';
import { dirname, join, sep } from 'node:path';
import type { DevEvent } from '../contract/dev-events.ts';
import { isWfError, UserError } from '../errors/wf-error.ts';
import { localKeyPath, readDevFile, removeDevFile, writeDevFile } from '../project/dev-file.ts';
import { watchFolders } from '../project/watch-folders.ts';
import { createDevEvents } from '../service/dev/dev-events.ts';
import { serveSources } from '../service/dev/serve-sources.ts';
import { resolveSourceConfiguration } from '../service/dev/source-configuration.ts';
import { createSourceHosting, type SourceHosting } from '../service/hosting/create-source-hosting.ts';
import { ensureLocalKey } from '../service/keys/ensure-local-key.ts';
import { createPageSessions } from '../service/page/page-sessions.ts';
import { serve, type ServeOptions } from '../service/serve.ts';
import { serveVoting } from '../service/voting/serve-voting.ts';
import { composeService, type ComposedService } from './compose-service.ts';
import { createDevReloads, type DevReport } from './dev-reloads.ts';
import { followChanges } from './follow-changes.ts';
import { offerLocalKey } from './offer-local-key.ts';
import { packagePaths } from './package-paths.ts';
import { readSourceExcerpt } from './read-source-excerpt.ts';
import { readVariables } from './read-variables.ts';
import { createSourceReloader, sourceFolders } from './reload-sources.ts';
import type { WorkflowProject } from './require-project.ts';

export interface StartDevOptions {
  readonly project: WorkflowProject;
  /** Reads the project's file again, after it changed. */
  readonly loadProject: () => Promise<WorkflowProject>;
  /** `null`: 4747, or another when that is taken. */
  readonly port: number | null;
  /** Folder of the user's own settings and keys, where the CLI on this machine finds the key. */
  readonly configDir: string;
  readonly onEvent: (event: DevReport) => void;
}

export interface RunningDev {
  readonly url: string;
  /** Where a browser opens the page: signs in once, within ten minutes. */
  readonly pageUrl: string;
  readonly keyFile: string;
  close(): Promise<void>;
}

export const DEV_PORT = 4747;
/** How long calls may take to finish after Ctrl-C: long enough for what is on its way, and no handler is waited for. */
const GRACE_MS = 100;
/** How many ports above its own are tried before any free one is taken. */
const NEIGHBOURS = 10;

/**
 * Serves a project while it is being written: the service over its data, and its sources as they are on disk.
 *
 * @throws {WF_CONFLICT} when `wf dev` runs here already, or the port that was asked for is taken
 */
export async function startDev(options: StartDevOptions): Promise<RunningDev> {
  const { project } = options;
  const { root, dataDir } = project;
  refuseSecond(dataDir);
  await using starting = new AsyncDisposableStack();
  await emptyVersions(dataDir);
  let url: string | null = null;
  const composing = composeDev(options, () => url);
  starting.defer(async () => await (await composing.catch(() => null))?.close());
  let isEnding = false;
  // What breaks because it is being stopped is no news.
  const onEvent = (event: DevReport): void => (isEnding ? undefined : options.onEvent(event));
  const app = (): string => reloader.loaded?.project.app ?? project.app;
  const hosting = starting.use(hostSources({ project, onEvent, app, composing }));
  const events = createDevEvents();
  let sources: readonly string[] = [];
  const onFiles = (files: readonly string[]): void => {
    sources = files;
    changes.follow(files);
    folders.add(files.map((file) => dirname(file)).filter((folder) => isForeign(folder, root)));
  };
  const reloader = starting.use(createSourceReloader({ hosting, loadProject: options.loadProject, onFiles }));
  const publish = (event: DevEvent) => events.publish(event);
  const reloads = createDevReloads({ reloader, app: project.app, publish, onEvent });
  // Given back in the opposite order: a reload that still runs ends before its bundler does.
  const changes = starting.use(followChanges({ root, reloads }));
  const folders = starting.use(watchFolders({ root, onChange: (path) => changes.note(path) }));
  const first = changes.start();
  const { store, service, secrets } = await composing;
  const key = await ensureLocalKey({ store, file: localKeyPath(dataDir) });
  const sessions = createPageSessions({ store, mode: 'dev' });
  const readExcerpt = (stack: string) => readSourceExcerpt({ stack, root, files: sources });
  const parts = [serveSources({ store, hosting, events, readExcerpt }), serveVoting({ store, secrets })];
  const page = { assetsDir: packagePaths().playground, sessions, parts };
  // Before its loader: nobody waits for a version that loads for ever.
  starting.defer(async () => {
    isEnding = true;
    await hosting.stop();
  });
  const server = starting.use(await listen({ service, page, graceMs: GRACE_MS }, options.port));
  starting.defer(() => events.close());
  url = server.url;
  await offerLocalKey(key, url, options.configDir);
  await writeDevFile(dataDir, { url, pid: process.pid, started_at: new Date().toISOString() });
  starting.defer(() => removeDevFile(dataDir, process.pid));
  await first;
  const running = starting.move();
  const pageUrl = `${url}/#code=${await sessions.issueCode()}`;
  const close = async (): Promise<void> => {
    isEnding = true;
    await running.disposeAsync();
  };
  return { url, pageUrl, keyFile: localKeyPath(dataDir), close };
}

/** Sources outside the project are watched, too, but for the SDK, which is no source of the author's. */
function isForeign(folder: string, root: string): boolean {
  return [root, packagePaths().root].every((known) => folder !== known && !folder.startsWith(known + sep));
}

function refuseSecond(dataDir: string): void {
  const found = readDevFile(dataDir);
  if (found === null) return;
  throw new UserError({
    code: 'WF_CONFLICT',
    message: `wf dev already serves this folder at ${found.url} (process ${found.pid}).`,
    nextSteps: [`Open ${found.url}`, `kill ${found.pid}`],
  });
}

/** What an earlier run left; the list of packages to load ahead stays. */
async function emptyVersions(dataDir: string): Promise<void> {
  const { versions } = sourceFolders(dataDir);
  await mkdir(versions, { recursive: true });
  const old = (await readdir(versions)).filter((name) => /^\d+$/.test(name));
  await Promise.all(old.map(async (name) => await rm(join(versions, name), { recursive: true, force: true })));
}

function composeDev({ project }: StartDevOptions, publicUrl: () => string | null): Promise<ComposedService> {
  const composing = composeService({ dataDir: project.dataDir, projectRoot: project.root, publicUrl, resume: true });
  // Told where it is awaited.
  composing.catch(() => undefined);
  return composing;
}

interface HostSourcesOptions extends Pick<StartDevOptions, 'project' | 'onEvent'> {
  /** Name of the app, which the project's file may change. */
  readonly app: () => string;
  readonly composing: Promise<ComposedService>;
}

/** Started before all else: its process is up by the time the first version is. */
function hostSources({ project, onEvent, app, composing }: HostSourcesOptions): SourceHosting {
  return createSourceHosting({
    hostScript: packagePaths().sourceHostScript,
    preload: sourceFolders(project.dataDir).preload,
    name: app,
    readVariables: async () => await readVariables(project.root),
    resolveConfiguration: async (reference) =>
      await resolveSourceConfiguration((await composing).store.db, app(), reference),
    onOutput: (text) => onEvent({ type: 'output-write', text }),
  });
}

/** A port that was asked for is that one or none; of its own it takes the first that is free. */
async function listen(options: ServeOptions, port: number | null) {
  if (port !== null) return await serve({ ...options, port });
  for (let offset = 0; offset <= NEIGHBOURS; offset += 1) {
    try {
      return await serve({ ...options, port: DEV_PORT + offset });
    } catch (error) {
      if (!isWfError(error) || error.code !== 'WF_CONFLICT') throw error;
    }
  }
  return await serve({ ...options, port: 0 });
}
