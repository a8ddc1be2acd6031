import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { Settings } from '../../project/resolve-settings.ts';
import { writeFileAtomically } from '../../project/write-file-atomically.ts';
import { listProfiles } from '../../project/profiles.ts';
import { resolveAppId } from '../resolve-app.ts';
import type { Session } from '../session.ts';
import type { NameKind } from './find-candidates.ts';

/** How long names are taken from the last time they were looked up. */
const FRESH_MS = 60_000;

export interface LookUpNamesOptions {
  readonly settings: Settings;
  readonly openSession: () => Promise<Session>;
  readonly now: Date;
}

/**
 * Finds the names of a kind. Asked of the service once a minute, kept in the user's folder in between, so that a key
 * press is answered at once. What cannot be looked up has no names: a completion must not complain.
 */
export async function lookUpNames(kind: NameKind, options: LookUpNamesOptions): Promise<string[]> {
  const { settings, now } = options;
  const file = cacheFile(kind, settings);
  const cached = readCache(file, now);
  if (cached !== null) return cached;
  try {
    const names = await ask(kind, options);
    mkdirSync(join(settings.configDir, 'cache'), { recursive: true });
    await writeFileAtomically(file, JSON.stringify(names), 0o600);
    return names;
  } catch {
    // No service, no key, no project: nothing to offer.
    return [];
  }
}

function cacheFile(kind: NameKind, { configDir, baseUrl, dataDir, app, profile }: Settings): string {
  const what = JSON.stringify([kind, baseUrl.value, dataDir, app.value, profile.value]);
  return join(configDir, 'cache', `names-${createHash('sha256').update(what).digest('hex').slice(0, 24)}.json`);
}

function readCache(file: string, now: Date): string[] | null {
  try {
    if (now.getTime() - statSync(file).mtimeMs > FRESH_MS) return null;
    const names: unknown = JSON.parse(readFileSync(file, 'utf8'));
    return Array.isArray(names) ? names.filter((name) => typeof name === 'string') : null;
  } catch {
    return null;
  }
}

async function ask(kind: NameKind, { settings, openSession }: LookUpNamesOptions): Promise<string[]> {
  if (kind === 'profile') return (await listProfiles(settings.configDir)).map(({ name }) => name);
  const { client } = await openSession();
  if (kind === 'app') return (await client.listApps({})).map(({ app_name }) => app_name);
  if (kind === 'testset') return (await client.listTestsets({})).map(({ name }) => name);
  if (kind === 'evaluator') return (await client.listEvaluators({})).map(({ key }) => key.replace(/^auto_/, ''));
  const app_id = await resolveAppId({ client, app: settings.app.value });
  if (kind === 'variant') return (await client.listAppVariants({ app_id })).map(({ variant_name }) => variant_name);
  if (kind === 'environment') return (await client.listAppEnvironments({ app_id })).map(({ name }) => name);
  return (await client.listRoutes({ app_id })).map(({ path }) => path);
}
