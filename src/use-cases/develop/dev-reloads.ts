import type { DevEvent, DevReport, ReloadFail } from '../../contract/develop/dev-events.ts';
import type { BuildWarning } from '../../foundation/build-warning.ts';
import { isWfError, messageOf } from '../../foundation/errors/wf-error.ts';
import { isSourceError } from '../../foundation/errors/source-error.ts';
import type { BuildFollower, FollowBuildsOptions } from './follow-builds.ts';
import type { SourceChanges, SourceReloader } from './reload-sources.ts';
import type { TypeFollower } from './types/follow-types.ts';

export interface DevReloadsOptions {
  readonly reloader: SourceReloader;
  readonly types: Pick<TypeFollower, 'start' | 'stop'>;
  /** Builds what is loaded as a deploy does. */
  readonly follow: (options: FollowBuildsOptions) => Pick<BuildFollower, 'start' | 'stop'>;
  /** Name of the app until the project file is reloaded. */
  readonly app: string;
  /** Reports to the page. */
  readonly publish: (event: DevEvent) => void;
  /** Reports to the terminal. */
  readonly onEvent: (event: DevReport) => void;
}

export interface DevReloads {
  readonly isBroken: boolean;
  /** Never throws: reports the result, unless nothing changed. */
  reload(changes: SourceChanges): Promise<void>;
}

export function createDevReloads({ reloader, types, follow, app, publish, onEvent }: DevReloadsOptions): DevReloads {
  let lastReport: unknown;
  let isBroken = false;
  let warned = new Set<string>();
  const warn = (warnings: readonly BuildWarning[]): void => {
    const found = warnings.map((warning) => [JSON.stringify(warning), warning] as const);
    for (const [text, warning] of found) if (!warned.has(text)) onEvent({ type: 'warning-found', ...warning });
    warned = new Set(found.map(([text]) => text));
  };
  let deployFail: string | undefined;
  const builds = follow({
    onBuilt: (warnings) => {
      deployFail = undefined;
      warn(warnings);
    },
    onFailed: (error) => {
      const fail = { type: 'deploy-fail', app: reloader.loaded?.project.app ?? app, ...toPosition(error) } as const;
      const report = JSON.stringify(fail);
      if (deployFail === report) return;
      deployFail = report;
      onEvent({ ...fail, next_steps: isWfError(error) ? error.nextSteps : [] });
    },
  });
  const reload = async (changes: SourceChanges): Promise<void> => {
    const startedAt = performance.now();
    onEvent({ type: 'reload-start' });
    // A save comes first.
    types.stop();
    builds.stop();
    if (changes.evaluators !== null) onEvent({ type: 'evaluator-save', file: changes.evaluators });
    try {
      const sources = await reloader.reload(changes);
      isBroken = false;
      // Also when the same code is loaded: types are no part of it.
      types.start();
      builds.start(sources.project);
      if (lastReport === sources) return;
      lastReport = sources;
      const { routes, project } = sources;
      publish({ type: 'reload-end', app: project.app, routes });
      const duration_ms = Math.round(performance.now() - startedAt);
      onEvent({ type: 'reload-end', app: project.app, routes: routes.map(({ path }) => path), duration_ms });
    } catch (error) {
      isBroken = true;
      const { loaded } = reloader;
      const fail = { type: 'reload-fail', app: loaded?.project.app ?? app, ...toPosition(error) } as const;
      const report = JSON.stringify(fail);
      if (lastReport === report) return;
      lastReport = report;
      publish({ ...fail, routes: loaded?.routes ?? [] });
      onEvent({ ...fail, next_steps: isWfError(error) ? error.nextSteps : [] });
    }
  };
  return {
    get isBroken() {
      return isBroken;
    },
    reload,
  };
}

type Position = Pick<ReloadFail, 'message' | 'file' | 'line' | 'column' | 'frame'>;

function toPosition(error: unknown): Position {
  if (isSourceError(error)) {
    const { sentence, ...location } = error.location;
    return { message: sentence, ...location };
  }
  const message = messageOf(error);
  return { message, file: null, line: null, column: null, frame: null };
}
