import type { DevEvent, ReloadEnd, ReloadFail } from '../../contract/develop/dev-events.ts';
import { SourceError } from '../../errors/source-error.ts';
import { isWfError } from '../../errors/wf-error.ts';
import type { SourceChanges, SourceReloader } from './reload-sources.ts';

/** What `wf dev` tells in the terminal: what the page hears, and more. */
export type DevReport =
  | { readonly type: 'reload-start' }
  | (Omit<ReloadEnd, 'routes'> & {
      /** Paths of the routes. */
      readonly routes: readonly string[];
      readonly duration_ms: number;
    })
  | (Omit<ReloadFail, 'routes'> & { readonly next_steps: readonly string[] })
  /** An evaluator was saved, and nothing here runs it. */
  | { readonly type: 'evaluator-save'; readonly file: string }
  /** The workflow's own code wrote to its output. */
  | { readonly type: 'output-write'; readonly text: string };

export interface DevReloadsOptions {
  readonly reloader: SourceReloader;
  /** Name of the app until the project's file was read again. */
  readonly app: string;
  /** Tells the page. */
  readonly publish: (event: DevEvent) => void;
  /** Tells the terminal. */
  readonly onEvent: (event: DevReport) => void;
}

export interface DevReloads {
  /** Whether the sources on disk are broken. */
  readonly isBroken: boolean;
  /** Never fails, but tells what came of it; nothing when all is as it was. */
  reload(changes: SourceChanges): Promise<void>;
}

/** Makes the reloads of `wf dev`. */
export function createDevReloads({ reloader, app, publish, onEvent }: DevReloadsOptions): DevReloads {
  let told: unknown;
  let isBroken = false;
  const reload = async (changes: SourceChanges): Promise<void> => {
    const startedAt = performance.now();
    onEvent({ type: 'reload-start' });
    if (changes.evaluators !== null) onEvent({ type: 'evaluator-save', file: changes.evaluators });
    try {
      const sources = await reloader.reload(changes);
      isBroken = false;
      if (told === sources) return;
      told = sources;
      const { routes, project } = sources;
      publish({ type: 'reload-end', app: project.app, routes });
      const duration_ms = Math.round(performance.now() - startedAt);
      onEvent({ type: 'reload-end', app: project.app, routes: routes.map(({ path }) => path), duration_ms });
    } catch (error) {
      isBroken = true;
      const { loaded } = reloader;
      const fail = { type: 'reload-fail', app: loaded?.project.app ?? app, ...toPlace(error) } as const;
      const words = JSON.stringify(fail);
      if (told === words) return;
      told = words;
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

type Place = Pick<ReloadFail, 'message' | 'file' | 'line' | 'column' | 'frame'>;

function toPlace(error: unknown): Place {
  if (error instanceof SourceError) {
    const { sentence, ...place } = error.place;
    return { message: sentence, ...place };
  }
  const message = error instanceof Error ? error.message : String(error);
  return { message, file: null, line: null, column: null, frame: null };
}
