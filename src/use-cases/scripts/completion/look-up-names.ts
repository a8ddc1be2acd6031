import { hash } from 'node:crypto';
import { mkdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { replaceUserFile } from '../../../foundation/replace-file.ts';
import type { Settings } from '../../../project/resolve-settings.ts';
import { listChoices, type NameKind } from '../../choose/list-choices.ts';
import type { Session } from '../../session/session.ts';

/** How long cached names are valid. */
const FRESH_MS = 60_000;

export interface LookUpNamesOptions {
  readonly settings: Settings;
  readonly openSession: () => Promise<Session>;
  readonly now: Date;
  /** The arguments typed so far. */
  readonly given: readonly string[];
}

/**
 * Finds the names of a kind. The service is asked at most once a minute and the names are cached in the user's folder,
 * so that a key press is answered at once. A failing lookup returns no names: completion must not print errors.
 */
export async function lookUpNames(kind: NameKind, options: LookUpNamesOptions): Promise<string[]> {
  const { settings, now } = options;
  const file = cacheFile(kind, options);
  const cached = readCache(file, now);
  if (cached !== null) return cached;
  try {
    const names = await ask(kind, options);
    mkdirSync(join(settings.configDir, 'cache'), { recursive: true });
    await replaceUserFile(file, JSON.stringify(names), 0o600);
    return names;
  } catch {
    // No service, no key or no project: nothing to offer.
    return [];
  }
}

function cacheFile(kind: NameKind, { settings, given }: LookUpNamesOptions): string {
  const { configDir, baseUrl, dataDir, app, profile } = settings;
  // Only revisions depend on another argument: their variant.
  const variant = kind === 'revision' ? given[0] : null;
  const what = JSON.stringify([kind, baseUrl.value, dataDir, app.value, profile.value, variant]);
  return join(configDir, 'cache', `names-${hash('sha256', what).slice(0, 24)}.json`);
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

async function ask(kind: NameKind, options: LookUpNamesOptions): Promise<string[]> {
  return (await listChoices(kind, options)).map(({ value }) => value);
}
