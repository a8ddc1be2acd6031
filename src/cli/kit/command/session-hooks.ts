import { hasUnfinished } from '../../../project/settings/unfinished-changes.ts';
import type { Settings } from '../../../project/resolve-settings.ts';
import type { Session, SessionHooks } from '../../../use-cases/session/session.ts';
import { stripControlCharacters } from '../../../foundation/terminal-text.ts';
import { inSamePlace } from '../output/same-place.ts';
import { interrupted } from '../process/interruption.ts';
import { writeText } from '../process/io.ts';
import { createWriteLog } from '../process/write-log.ts';
import { type CommandPorts, describeRequest } from './command-ports.ts';

interface RunningCommand {
  readonly ports: CommandPorts;
  readonly argv: readonly string[];
  /** The command as a user would type it. */
  readonly line: string;
}

/** What a command does about the requests of its session. */
export interface CommandSession {
  /** Logs what is written, and protects changes that must not be divided. @param isDebug - whether to show requests */
  hooksOf(settings: Settings, isDebug: boolean): SessionHooks;
  /** Adds to an error what was written. */
  explain(error: unknown): unknown;
  /** Closes the session, and offers to restore what a command before this one left unfinished at its service. */
  close(session: Session, settings: Settings): Promise<void>;
}

/** @param command - as it is now: a user may answer which arguments it lacks */
export function createCommandSession(command: () => RunningCommand): CommandSession {
  const since = Date.now();
  const log = createWriteLog(() => command().line);
  // The guard reports what it guards.
  let guarded = 0;
  const remark = async (text: string) =>
    await writeText(command().ports.io.stderr, `${stripControlCharacters(text)}\n`);
  return {
    hooksOf({ baseUrl, configDir }, isDebug) {
      const { interruption, io } = command().ports;
      interruption.explain(log.describe);
      return {
        guardChange: async (change) => {
          const { guardChanges } = await import('../process/guard-changes.ts');
          const place = { service: baseUrl.value ?? '', configDir };
          const end = await guardChanges({ ...place, interruption, say: (text) => void remark(text) })(change);
          guarded += 1;
          return async (how) => {
            guarded -= 1;
            if (how === 'done') log.add('updateVariantParameters', { variant_id: change.variantId })(Promise.resolve());
            await end(how);
          };
        },
        onWrite(name, input) {
          // The end is reported, so nothing may be written any more.
          if (interruption.isFinal) throw interrupted();
          return guarded === 0 ? log.add(name, input) : () => undefined;
        },
        ...(isDebug && {
          onRequest: (event) => void io.stderr.write(`${stripControlCharacters(describeRequest(event))}\n`),
        }),
      };
    },
    explain: log.explain,
    async close(session, settings) {
      for (const { variantName, restore } of await findLeft(session, settings, since)) {
        const step = inSamePlace(restore, command().argv);
        await remark(
          `Warning: A change of ${variantName} was cut off, and it has no parameters now. To restore them: ${step}`,
        );
      }
      await session.close();
    },
  };
}

/** Nobody asked for this, so its failure is not the command's. */
async function findLeft({ client, mode }: Session, { baseUrl, configDir }: Settings, since: number) {
  if (mode !== 'remote' || baseUrl.value === null || !hasUnfinished(configDir)) return [];
  const { findUnfinished } = await import('../process/guard-changes.ts');
  return await findUnfinished(client, { configDir, service: baseUrl.value, since }).catch(() => []);
}
