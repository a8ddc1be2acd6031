import type { RouteSchema } from '../deployments/route-schema.ts';

/**
 * Server-sent events of `wf dev`. The first event on a connection is the present state, the next ones follow each save.
 * The event's name is left out; its data is one `DevEvent` as JSON.
 */
export const DEV_EVENTS_PATH = '/dev/events';

/**
 * Where `wf dev` serves the routes of the sources: `POST /dev/workflow/playground/run/{route}` takes what a deployed
 * variant's `uri` takes.
 */
export const DEV_WORKFLOW_PATH = '/dev/workflow';

/** The sources were read, and their routes answer with the new code. */
export interface ReloadEnd {
  readonly type: 'reload-end';
  /** Name of the project's app; `null` when the project names none. */
  readonly app: string | null;
  readonly routes: readonly RouteSchema[];
}

/** The sources do not build or break a rule; the last good ones keep answering. */
export interface ReloadFail {
  readonly type: 'reload-fail';
  /** Name of the project's app; `null` when the project names none. */
  readonly app: string | null;
  /** One sentence, without the place. */
  readonly message: string;
  /** Path below the project's folder; `null` when no file is to blame. */
  readonly file: string | null;
  /** Counted from 1. */
  readonly line: number | null;
  /** Counted from 1. */
  readonly column: number | null;
  /** The lines around, with a caret below the place. */
  readonly frame: string | null;
  /** The routes that keep answering; empty when nothing ever built. */
  readonly routes: readonly RouteSchema[];
}

/** What `wf dev` says about the sources. */
export type DevEvent = ReloadEnd | ReloadFail;
