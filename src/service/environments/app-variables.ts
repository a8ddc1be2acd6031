import { isOwnVariable } from '../../foundation/steering-variable.ts';
import { readVariableSet, readVariables } from './queries/variables.ts';
import type { Db } from '../store/schema.ts';
import type { SecretBox } from '../secrets/create-secret-box.ts';

/** Names the owner that a variable is sealed for: it cannot be opened for another app or name. */
export function ownerOf(appId: string, name: string): string {
  return `variable ${appId} ${name}`;
}

export async function openVariables(db: Db, secrets: SecretBox, appId: string): Promise<Record<string, string>> {
  return await openAll(await readVariables(db, appId), secrets, appId);
}

export async function openEnvironmentVariables(db: Db, secrets: SecretBox, appId: string, setId: string | null) {
  return await openAll(await readVariableSet(db, setId), secrets, appId);
}

async function openAll(
  rows: readonly { readonly name: string; readonly sealed: string }[],
  secrets: SecretBox,
  appId: string,
): Promise<Record<string, string>> {
  // An older wf stored any name.
  const theirs = rows.filter(({ name }) => !isOwnVariable(name));
  const opened = theirs.map(async ({ name, sealed }) => [name, await secrets.open(sealed, ownerOf(appId, name))]);
  return Object.fromEntries(await Promise.all(opened));
}
