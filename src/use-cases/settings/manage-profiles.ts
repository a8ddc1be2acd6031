import {
  addProfile as add,
  listProfiles as list,
  type ProfileEntry,
  removeProfile as remove,
  useProfile as use,
} from '../../project/profiles.ts';
import { configFolder, thisMachine } from '../../project/machine.ts';
import type { SettingName } from '../../project/user-config.ts';

export type ProfileValues = Readonly<Partial<Record<SettingName, string | undefined>>>;
type Variables = Readonly<Record<string, string | undefined>>;

// Profiles are managed without resolving settings, which may name a profile that does not exist yet.

export async function listProfiles(env: Variables): Promise<ProfileEntry[]> {
  return await list(folderOf(env));
}

/** Adds a profile. @throws {WF_CONFLICT} when the name is taken */
export async function addProfile(env: Variables, name: string, values: ProfileValues): Promise<ProfileEntry> {
  await add(folderOf(env), name, values);
  return await requireEntry(env, name);
}

/** Selects the profile that commands use, unless they do. @throws {WF_NOT_FOUND} when there is no such profile */
export async function useProfile(env: Variables, name: string) {
  const isChanged = await use(folderOf(env), name);
  return { profile: await requireEntry(env, name), isChanged };
}

/** Removes a profile, without its keys. @throws {WF_NOT_FOUND} when there is no such profile */
export async function removeProfile(env: Variables, name: string): Promise<void> {
  await remove(folderOf(env), name);
}

export function toProfileDocument({ isCurrent, ...profile }: ProfileEntry): Record<string, unknown> {
  return { ...profile, in_use: isCurrent };
}

function folderOf(env: Variables): string {
  return configFolder(thisMachine(env));
}

async function requireEntry(env: Variables, name: string): Promise<ProfileEntry> {
  const entry = (await listProfiles(env)).find((profile) => profile.name === name);
  return entry ?? { name, isCurrent: false };
}
