import { existsSync, readdirSync, readFileSync, rmdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { isRecord } from '../../foundation/record.ts';

/** A change that was begun and perhaps not completed: how to restore what was before. */
export interface UnfinishedChange {
  /** Base URL of the service. */
  readonly service: string;
  readonly appId: string;
  readonly variantId: string;
  readonly variantName: string;
  /** The command that restores what was before. */
  readonly restore: string;
  /** Process that makes or made the change. */
  readonly pid: number;
  /** When it began, in milliseconds since 1970. */
  readonly startedAt: number;
}

export interface StoredChange extends UnfinishedChange {
  /** Forgets it. */
  remove(): void;
}

/** Stores a change before its first request, so that no crash can lose it. A file for each: nobody waits for a lock. */
export async function storeUnfinished(configDir: string, change: UnfinishedChange): Promise<StoredChange> {
  // Loaded on demand: most commands change nothing, and cryptography is slow to load.
  const { replaceUserFile } = await import('../replace-user-file.ts');
  const file = join(folderOf(configDir), `${crypto.randomUUID()}.json`);
  await replaceUserFile(file, `${JSON.stringify(change, null, 2)}\n`, 0o600);
  return toStored(configDir, file, change);
}

/** Lists the changes at a service that no process works on any more. */
export function listUnfinished(configDir: string, service: string): StoredChange[] {
  const folder = folderOf(configDir);
  const files = readdirSync(folder).filter((name) => name.endsWith('.json'));
  return files.flatMap((name) => {
    const file = join(folder, name);
    const change = readChange(file);
    if (change === null || change.service !== service || isInProgress(change)) return [];
    return [toStored(configDir, file, change)];
  });
}

/** Returns whether there may be any. Almost never, so this costs one system call. */
export function hasUnfinished(configDir: string): boolean {
  return existsSync(folderOf(configDir));
}

function folderOf(configDir: string): string {
  return join(configDir, 'unfinished');
}

function toStored(configDir: string, file: string, change: UnfinishedChange): StoredChange {
  const remove = () => {
    try {
      rmSync(file, { force: true });
      rmdirSync(folderOf(configDir));
    } catch {
      // Others are in it, it is gone, or it is read-only: the service shows that the record was restored.
    }
  };
  return { ...change, remove };
}

/** Another process may have removed it, or an older version written it. */
function readChange(file: string): UnfinishedChange | null {
  try {
    const change: unknown = JSON.parse(readFileSync(file, 'utf8'));
    return isChange(change) ? change : null;
  } catch {
    return null;
  }
}

function isChange(value: unknown): value is UnfinishedChange {
  if (!isRecord(value)) return false;
  const texts = ['service', 'appId', 'variantId', 'variantName', 'restore'].map((name) => value[name]);
  const numbers = ['pid', 'startedAt'].map((name) => value[name]);
  return texts.every((one) => typeof one === 'string') && numbers.every((one) => typeof one === 'number');
}

/** Requests have time limits; a process of that number that is older is another one. */
const MAX_DURATION_MS = 15 * 60_000;

function isInProgress({ pid, startedAt }: UnfinishedChange): boolean {
  if (pid === process.pid || Date.now() - startedAt > MAX_DURATION_MS) return false;
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}
