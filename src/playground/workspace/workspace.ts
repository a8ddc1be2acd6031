import { createContext, useContext } from 'react';
import type { DevEvent } from '../../contract/develop/dev-events.ts';
import type { App } from '../../contract/apps/app.ts';
import type { EnvironmentOutput } from '../../contract/environments/environment.ts';
import type { RouteSchema } from '../../contract/deployments/route-schema.ts';
import type { AppVariantResponse } from '../../contract/variants/variant.ts';

/** What every view of an app shares. */
export interface Workspace {
  /** Name of the app. */
  readonly appName: string;
  /** `null` while the service does not have the app: it is only in the sources yet. */
  readonly app: App | null;
  /** The code whose routes are tried, where the app has more than one; `null`: the first, or the sources. */
  readonly base: string | null;
  /** The routes of that code. */
  readonly routes: readonly RouteSchema[];
  readonly variants: readonly AppVariantResponse[];
  readonly environments: readonly EnvironmentOutput[];
  /** What `wf dev` said last; `null` on another server. */
  readonly dev: DevEvent | null;
  /** Fetches it all again, after something was stored. */
  readonly reload: () => void;
}

export const WorkspaceContext = createContext<Workspace | null>(null);

export function useWorkspace(): Workspace {
  const workspace = useContext(WorkspaceContext);
  if (workspace === null) throw new Error('A view of an app was drawn outside of one');
  return workspace;
}

/** The names of an app's bases: the code that its variants are configurations of. */
export function basesOf({ variants }: Pick<Workspace, 'variants'>): readonly string[] {
  return [...new Set(variants.map(({ base_name }) => base_name))];
}

/** The variants that configure the code that is tried: all of them while the sources are. */
export function variantsOfBase({ variants, base, dev }: Workspace): readonly AppVariantResponse[] {
  const chosen = base ?? variants[0]?.base_name;
  return dev === null ? variants.filter(({ base_name }) => base_name === chosen) : variants;
}
