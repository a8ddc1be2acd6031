import { readProject } from '../apps/queries.ts';
import type { Db } from '../store/schema.ts';

interface Named {
  readonly name: string;
  readonly description: string;
}

/** What the organisation and its workspace are called. */
export interface ScopeNames {
  readonly organization: Named;
  readonly workspace: Named;
}

const FIRST: Named = { name: 'default', description: 'Everything that this service stores' };

export async function readScopeNames(db: Db): Promise<ScopeNames> {
  const row = await readProject(db);
  return {
    organization: named(row.organization_name, row.organization_description),
    workspace: named(row.workspace_name, row.workspace_description),
  };
}

function named(name: string | null, description: string | null): Named {
  return { name: name ?? FIRST.name, description: description ?? FIRST.description };
}

/** @param named - `null` leaves a part as it is */
export async function renameScope(
  db: Db,
  scope: keyof ScopeNames,
  { name, description }: { readonly [K in keyof Named]: Named[K] | null },
): Promise<void> {
  const set = {
    ...(name === null ? {} : { [`${scope}_name` as const]: name }),
    ...(description === null ? {} : { [`${scope}_description` as const]: description }),
  };
  if (Object.keys(set).length > 0) await db.updateTable('projects').set(set).execute();
}
