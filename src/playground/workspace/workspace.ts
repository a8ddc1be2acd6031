import { createContext, useContext } from 'react';
import type { DevEvent } from '../../contract/develop/dev-events.ts';
import type { App } from '../../contract/apps/app.ts';
import type { EnvironmentOutput } from '../../contract/environments/environment.ts';
import type { RouteSchema } from '../../contract/deployments/route-schema.ts';
import type { AppVariantResponse } from '../../contract/variants/variant.ts';

/** The data that all views of an app share. */
export interface Workspace {
  /** Name of the app. */
  readonly appName: string;
  /** `null` when the app exists only in the sources. */
  readonly app: App | null;
  /** The chosen base, where the app has several; `null` for the first, or the sources. */
  readonly base: string | null;
  /** The routes of that base. */
  readonly routes: readonly RouteSchema[];
  readonly variants: readonly AppVariantResponse[];
  readonly environments: readonly EnvironmentOutput[];
  /** The last event of `wf dev`; `null` on another server. */
  readonly dev: DevEvent | null;
  /** Fetches everything again after a change. */
  readonly reload: () => void;
}

export const WorkspaceContext = createContext<Workspace | null>(null);

export function useWorkspace(): Workspace {
  const workspace = useContext(WorkspaceContext);
  if (workspace === null) throw new Error('useWorkspace must be used inside of an app view');
  return workspace;
}

/** Lists an app's bases: the code that its variants configure. */
export function basesOf({ variants }: Pick<Workspace, 'variants'>): readonly string[] {
  return [...new Set(variants.map(({ base_name }) => base_name))];
}

/** Lists the variants of the chosen base; under `wf dev`, all variants. */
export function variantsOfBase({ variants, base, dev }: Workspace): readonly AppVariantResponse[] {
  const chosen = base ?? variants[0]?.base_name;
  return dev === null ? variants.filter(({ base_name }) => base_name === chosen) : variants;
}
