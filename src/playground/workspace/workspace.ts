import { createContext, useContext } from 'react';
import type { DevEvent } from '../../contract/develop/dev-events.ts';
import type { App } from '../../contract/apps/app.ts';
import type { EnvironmentOutput } from '../../contract/environments/environment.ts';
import type { RouteSchema } from '../../contract/deployments/route-schema.ts';
import type { AppVariantResponse } from '../../contract/variants/variant.ts';

export interface Workspace {
  /** Id of the key that is signed in. */
  readonly owner: string | null;
  readonly appName: string;
  /** What commands need to mean this app; empty where a project's folder has no other. */
  readonly appFlag: string;
  /** `null` when the app exists only in the sources. */
  readonly app: App | null;
  /** The chosen base, where the app has several; `null` for the first, or the sources. */
  readonly base: string | null;
  readonly routes: readonly RouteSchema[];
  /** Names of the app's bases: the code that its variants configure. */
  readonly bases: readonly string[];
  /** The first variant of the chosen base, or of the app under `wf dev`; `null`: there is none. */
  readonly variant: AppVariantResponse | null;
  readonly environments: readonly EnvironmentOutput[];
  /** The last event of `wf dev`; `null` on another server. */
  readonly dev: DevEvent | null;
}

export const WorkspaceContext = createContext<Workspace | null>(null);

export function useWorkspace(): Workspace {
  const workspace = useContext(WorkspaceContext);
  if (workspace === null) throw new Error('useWorkspace must be used inside of an app view');
  return workspace;
}

/** The condition that selects the variants of the chosen base; under `wf dev`, it selects all. */
export function ofBase({ base, bases, dev }: Pick<Workspace, 'base' | 'bases' | 'dev'>): {
  readonly base_name?: string;
} {
  const name = base ?? bases[0];
  return dev !== null || name === undefined ? {} : { base_name: name };
}
