import { readVariables } from './queries/variables.ts';
import type { Db } from '../store/schema.ts';
import type { SecretBox } from '../secrets/create-secret-box.ts';

/** What a variable's value is sealed for: copied to another app or name, it does not open. */
export function ownerOf(appId: string, name: string): string {
  return `variable ${appId} ${name}`;
}

/** Opens the variables of an app, for the process of its workflow and for nobody else. */
export async function openVariables(db: Db, secrets: SecretBox, appId: string): Promise<Record<string, string>> {
  const rows = await readVariables(db, appId);
  const opened = rows.map(async ({ name, sealed }) => [name, await secrets.open(sealed, ownerOf(appId, name))]);
  return Object.fromEntries(await Promise.all(opened));
}
