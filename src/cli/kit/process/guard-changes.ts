import type { Client } from '../../../client/create-client.ts';
import type { GuardChange, UndividedChange } from '../../../client/calls/undivided-change.ts';
import { isWfError, messageOf } from '../../../foundation/errors/wf-error.ts';
import { shellWord } from '../../../foundation/shell-word.ts';
import {
  listUnfinished,
  type StoredChange,
  storeUnfinished,
  type UnfinishedChange,
} from '../../../project/settings/unfinished-changes.ts';
import { interrupted, type Interruption } from './interruption.ts';

interface GuardOptions {
  /** Base URL of the service. */
  readonly service: string;
  readonly configDir: string;
  readonly interruption: Interruption;
  /** Reports that a signal did not end the command, or that nothing could be stored. */
  readonly say: (text: string) => void;
}

/**
 * Creates the guard of changes that take two requests. The first signal is deferred until both are sent. How to restore
 * what was before is stored until then, so that even after a crash the next command can offer it.
 */
export function guardChanges({ service, configDir, interruption, say }: GuardOptions): GuardChange {
  return async (change) => {
    const { between, restore, done, variantName, afterwards = restore } = change;
    const stored = await storeUnfinished(configDir, toRecord(service, change)).catch((error: unknown) => {
      const reason = messageOf(error).replace(/\.$/, '');
      say(`Warning: Cannot store how to restore ${variantName}: ${reason}. If wf is killed now: ${restore}`);
      return null;
    });
    const release = interruption.hold(
      () => ({ text: between, nextSteps: [restore] }),
      () => say(`Completing the change of ${variantName} first. Ctrl-C again stops at once.`),
    );
    return async (end) => {
      if (end !== 'between') stored?.remove();
      if (release() && end === 'done') throw interrupted({ text: done, nextSteps: [afterwards] });
    };
  };
}

function toRecord(service: string, change: UndividedChange): UnfinishedChange {
  const { appId, appName, variantId, variantName } = change;
  // The next command may be about another app.
  const restore = `${change.restore} --app ${shellWord(appName)}`;
  return { service, appId, variantId, variantName, restore, pid: process.pid, startedAt: Date.now() };
}

/**
 * Finds changes that a command before this one left unfinished, and forgets those that were restored since.
 *
 * @param since - when this command began: it reports its own changes itself
 */
export async function findUnfinished(
  client: Client,
  { configDir, service, since }: Pick<GuardOptions, 'configDir' | 'service'> & { readonly since: number },
): Promise<StoredChange[]> {
  const found: StoredChange[] = [];
  for (const change of listUnfinished(configDir, service)) {
    if (change.startedAt >= since) continue;
    if (await isBetween(client, change)) found.push(change);
    else change.remove();
  }
  return found;
}

/** Only the service knows: the first request may have been lost, and another program may have restored the record. */
async function isBetween(client: Client, { appId, variantId }: StoredChange): Promise<boolean> {
  try {
    // The command itself is over: a service that does not answer must not hold it up.
    const variants = await client.listAppVariants({ app_id: appId }, { retries: 0 });
    const parameters = variants.find(({ variant_id }) => variant_id === variantId)?.parameters ?? null;
    return parameters !== null && Object.keys(parameters).length === 0;
  } catch (error) {
    if (isWfError(error) && error.code === 'WF_NOT_FOUND') return false;
    throw error;
  }
}
