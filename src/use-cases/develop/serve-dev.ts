import { dirname, join, sep } from 'node:path';
import type { DevEvent, DevReport, SourceExcerpt } from '../../contract/develop/dev-events.ts';
import { wholeParameters } from '../../contract/deployments/route-fields.ts';
import type { Parameters } from '../../contract/variants/variant.ts';
import { localKeyPath, removeDevFile, writeDevFile } from '../../project/dev-file.ts';
import { watchFolders } from '../../project/watch-folders.ts';
import { createDevEvents } from '../../service/develop/dev-events.ts';
import { serveSources } from '../../service/develop/serve-sources.ts';
import { resolveSourceConfiguration } from '../../service/develop/source-configuration.ts';
import type { SourceHosting } from '../../service/hosting/sources/source-hosting.ts';
import { ensureLocalKey } from '../../service/keys/ensure-local-key.ts';
import { createPageSessions } from '../../service/serve/page-sessions.ts';
import type { ConfigurationReference } from '../../contract/variants/config.ts';
import { serve } from '../../service/serve/serve.ts';
import { serveVoting } from '../../service/human-evaluations/voting/serve-voting.ts';
import { composeService } from '../serve/compose-service.ts';
import { createDevReloads } from './dev-reloads.ts';
import { followBuilds, type FollowBuildsOptions } from './follow-builds.ts';
import { followChanges } from './follow-changes.ts';
import { storeLocalKey } from '../serve/store-local-key.ts';
import { packagePaths } from '../package-paths.ts';
import { watchCalls } from './calls/watch-calls.ts';
import { followTypes } from './types/follow-types.ts';
import { createSourceReloader } from './reload-sources.ts';
import type { WorkflowProject } from './require-project.ts';
import { isWfError } from '../../foundation/errors/wf-error.ts';
import { DEV_PORT } from '../serve/default-ports.ts';
import { readFile, realpath } from 'node:fs/promises';
import { findAuthorPosition, PROJECT_SCHEME } from '../../bundler/source-map/find-author-position.ts';

/** Finds a configuration of an app by reference. @throws {WF_NOT_FOUND} when there is none */
export type ResolveConfiguration = (app: string, reference: ConfigurationReference) => Promise<Parameters>;

export interface ServeDevOptions {
  readonly project: WorkflowProject;
  readonly loadProject: () => Promise<WorkflowProject>;
  /** `null`: 4747, or another port if that is taken. */
  readonly port: number | null;
  /** Folder of the user's settings and keys, where the CLI on this machine finds the key. */
  readonly configDir: string;
  readonly onEvent: (event: DevReport) => void;
  /** Runs the sources; stopped together with the server. */
  readonly hosting: SourceHosting;
  /** Called with the function that resolves configurations once the store is open. */
  readonly setResolve: (resolve: ResolveConfiguration) => void;
}

export interface ServedDev extends AsyncDisposable {
  readonly url: string;
  /** Link to the playground that signs a browser in once, within ten minutes. */
  readonly pageUrl: string;
  readonly keyFile: string;
}

/** Time for responses in flight after Ctrl-C; handlers are not waited for. */
const GRACE_MS = 100;

/**
 * Serves the project for `wf dev`: service, playground, file watcher and reloads. Disposal stops everything.
 *
 * @throws {WF_CONFLICT} when the requested port is taken
 */
export async function serveDev(options: ServeDevOptions): Promise<ServedDev> {
  const { project, hosting } = options;
  const { root, dataDir } = project;
  await using starting = new AsyncDisposableStack();
  let url: string | null = null;
  let isEnding = false;
  const onEvent = (event: DevReport): void => {
    // Do not report failures caused by the shutdown itself.
    if (!isEnding) options.onEvent(event);
  };
  const composing = composeService({
    dataDir,
    variableSource: project.variableSource,
    publicUrl: () => url,
    isOwn: true,
    egress: null,
    resume: true,
  });
  starting.defer(async () => await (await composing.catch(() => null))?.close());
  const events = createDevEvents();
  let sources: readonly string[] = [];
  const onFiles = (files: readonly string[], readFolders: readonly string[]): void => {
    sources = files;
    changes.follow(files, readFolders);
    folders.add(files.map((file) => dirname(file)).filter((folder) => isForeign(folder, root)));
  };
  const reloader = starting.use(createSourceReloader({ hosting, loadProject: options.loadProject, onFiles }));
  const types = starting.use(followTypes({ root, onReport: (report) => onEvent({ type: 'types-check', ...report }) }));
  const publish = (event: DevEvent) => events.publish(event);
  const follow = (given: FollowBuildsOptions) => starting.use(followBuilds(given));
  const reloads = createDevReloads({ reloader, types, follow, app: project.app, publish, onEvent });
  // Disposed in reverse order: a running reload ends before its bundler.
  const changes = starting.use(followChanges({ root, reloads }));
  const folders = starting.use(watchFolders({ root, onChange: (path) => changes.note(path) }));
  const first = changes.start();
  const { store, service, secrets } = await composing;
  options.setResolve(async (app, reference) =>
    wholeParameters(reloader.loaded?.routes ?? [], await resolveSourceConfiguration(store.db, app, reference)),
  );
  const key = await ensureLocalKey({ store, file: localKeyPath(dataDir) });
  const sessions = createPageSessions({ store, mode: 'dev' });
  const readExcerpt = (stack: string) => readSourceExcerpt({ stack, root, files: sources });
  const parts = [
    serveSources({
      store,
      hosting: { call: watchCalls({ hosting, readExcerpt, onEnd: onEvent }) },
      events,
      readExcerpt,
    }),
    serveVoting({ store, secrets }),
  ];
  const page = { assetsDir: packagePaths().playground, sessions, parts };
  // Disposed before the loader, so that nobody waits for a version that never finishes loading.
  starting.defer(async () => {
    isEnding = true;
    await hosting.stop();
  });
  const server = starting.use(
    await listenNearby(options.port, (port) => serve({ service, page, graceMs: GRACE_MS, port })),
  );
  starting.defer(() => events.close());
  url = server.url;
  await storeLocalKey(key, server.url, options.configDir);
  await writeDevFile(dataDir, { url: server.url, pid: process.pid, started_at: new Date().toISOString() });
  starting.defer(() => removeDevFile(dataDir, process.pid));
  await first;
  const pageUrl = `${server.url}/#code=${await sessions.issueCode()}`;
  const running = starting.move();
  const dispose = async (): Promise<void> => await running.disposeAsync();
  return { url: server.url, pageUrl, keyFile: localKeyPath(dataDir), [Symbol.asyncDispose]: dispose };
}

function isForeign(folder: string, root: string): boolean {
  return folder !== root && !folder.startsWith(root + sep);
}

/** Ports after the usual one that are tried before any other. */
const NEIGHBOURS = 10;

/**
 * Listens on a port that must be free, or else on the first free one from the usual one on.
 *
 * @param wanted - `null`: none was requested
 * @throws {WF_CONFLICT} when the requested port is taken
 */
export async function listenNearby<Server>(
  wanted: number | null,
  listen: (port: number) => Promise<Server>,
): Promise<Server> {
  if (wanted !== null) return await listen(wanted);
  for (let offset = 0; offset <= NEIGHBOURS; offset += 1) {
    try {
      return await listen(DEV_PORT + offset);
    } catch (error) {
      if (!isWfError(error) || error.code !== 'WF_CONFLICT') throw error;
    }
  }
  return await listen(0);
}

interface ReadSourceExcerptOptions {
  readonly stack: string;
  readonly root: string;
  /** The workflow's source files; no other file is read, whatever the stack names. */
  readonly files: readonly string[];
}

/** Lines of context before and after. */
const AROUND = 2;

/** Reads the lines around the innermost author frame of a stack; `null` if there is none or the file has changed. */
export async function readSourceExcerpt(options: ReadSourceExcerptOptions): Promise<SourceExcerpt | null> {
  const { stack, root, files } = options;
  // Deployed code was built from earlier files than those on disk.
  if (stack.includes(PROJECT_SCHEME)) return null;
  const folder = await realpath(root);
  const position = findAuthorPosition(stack, folder);
  const path = position === undefined ? undefined : join(folder, position.file);
  if (position === undefined || path === undefined || !files.includes(path)) return null;
  const lines = (await readFile(path, 'utf8').catch(() => '')).split(/\r?\n/);
  if (position.line > lines.length) return null;
  const first = Math.max(1, position.line - AROUND);
  return { ...position, first_line: first, lines: lines.slice(first - 1, position.line + AROUND) };
}
