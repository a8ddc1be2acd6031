import type { BuildWarning } from '../../foundation/build-warning.ts';
import type { RouteSchema } from '../deployments/route-schema.ts';
import type { TypeReport } from './type-report.ts';

/**
 * Server-sent events of `wf dev`. The first event on a connection is the current state; one event follows each save.
 * Events have no name; the data is one `DevEvent` as JSON.
 */
export const DEV_EVENTS_PATH = '/dev/events';

/**
 * Where `wf dev` serves the routes of the sources: `POST /dev/workflow/playground/run/{route}` accepts what a deployed
 * variant's `uri` accepts.
 */
export const DEV_WORKFLOW_PATH = '/dev/workflow';

/** The sources were loaded; routes run the new code. */
export interface ReloadEnd {
  readonly type: 'reload-end';
  /** Name of the project's app; `null` when the project names none. */
  readonly app: string | null;
  readonly routes: readonly RouteSchema[];
}

/** The sources do not build or are invalid; routes run the last good version. */
export interface ReloadFail {
  readonly type: 'reload-fail';
  /** Name of the project's app; `null` when the project names none. */
  readonly app: string | null;
  /** One sentence, without the position. */
  readonly message: string;
  /** Path below the project's folder; `null` if the error is not in a file. */
  readonly file: string | null;
  /** 1-based. */
  readonly line: number | null;
  /** 1-based. */
  readonly column: number | null;
  /** The source line with a caret below the column. */
  readonly frame: string | null;
  /** The routes of the last good version; empty when there is none. */
  readonly routes: readonly RouteSchema[];
}

/** Event of `wf dev` about the sources. */
export type DevEvent = ReloadEnd | ReloadFail;

/** A call of the sources has been answered. */
export interface CallEnd {
  readonly type: 'call-end';
  readonly route: string;
  readonly status: number;
  readonly duration_ms: number;
  /** In US dollars; `null` when it is unknown, or no model was called. */
  readonly cost: number | null;
  /** Why it failed; `null`: it did not. */
  readonly message: string | null;
  /** Where the author's code threw, below the project's folder; `null` if that is unknown. */
  readonly file: string | null;
  readonly line: number | null;
  readonly column: number | null;
  readonly frame: string | null;
}

/** What `wf dev` reports in the terminal: the page's events and more. */
export type DevReport =
  | { readonly type: 'reload-start' }
  | (Omit<ReloadEnd, 'routes'> & {
      /** Paths of the routes. */
      readonly routes: readonly string[];
      readonly duration_ms: number;
    })
  | (Omit<ReloadFail, 'routes'> & { readonly next_steps: readonly string[] })
  /** The sources run here, and a deploy of them would fail. */
  | (Omit<ReloadFail, 'type' | 'routes'> & { readonly type: 'deploy-fail'; readonly next_steps: readonly string[] })
  /** A build warns of something that it did not warn of before. */
  | ({ readonly type: 'warning-found' } & BuildWarning)
  /** The type errors have changed. */
  | ({ readonly type: 'types-check' } & TypeReport)
  | CallEnd
  /** An evaluator was saved; `wf dev` does not run it. */
  | { readonly type: 'evaluator-save'; readonly file: string }
  /** The workflow's code wrote to its output. */
  | { readonly type: 'output-write'; readonly text: string };

/** Path of `wf dev` that finds the author's line in a stack: `POST {stack}` returns a `SourceExcerpt` or null. */
export const DEV_SOURCE_PATH = '/dev/source';

/** Lines of a source file, and a position in one of them. */
export interface SourceExcerpt {
  /** Path below the project's folder, with forward slashes. */
  readonly file: string;
  /** 1-based. */
  readonly line: number;
  /** 1-based. */
  readonly column: number;
  /** Number of the first line. */
  readonly first_line: number;
  readonly lines: readonly string[];
}
