import type { RequestEvent } from '../../../client/sending/send-once.ts';
import type { Session, SessionHooks } from '../../../use-cases/session/session.ts';
import type { Keychain } from '../../../project/system-keychain.ts';
import type { Settings, SettingsSources } from '../../../project/resolve-settings.ts';
import { createInterruption, type Interruption } from '../process/interruption.ts';
import { type Io, type OutputStream, PROCESS_IO } from '../process/io.ts';

/** A command's access to the outside world. Tests pass their own. */
export interface CommandPorts {
  readonly io: Io;
  readonly interruption: Interruption;
  resolveSettings(sources: SettingsSources): Promise<Settings>;
  openSession(settings: Settings, hooks: SessionHooks): Promise<Session>;
  /** The system's keychain; `null` if there is none. */
  openKeychain(): Promise<Keychain | null>;
}

/** Creates the real ports. Settings and sessions are loaded on demand. */
export function createPorts(interruption: Interruption = createInterruption()): CommandPorts {
  return {
    io: silentAfterInterruption(PROCESS_IO, interruption),
    interruption,
    resolveSettings: async (sources) => {
      const { resolveSettings } = await import('../../../project/resolve-settings.ts');
      return resolveSettings(sources);
    },
    openSession: async (settings, hooks) => {
      const { openSession } = await import('../../../use-cases/session/session.ts');
      return openSession(settings, hooks);
    },
    openKeychain: async () => {
      const { systemKeychain } = await import('../../../project/system-keychain.ts');
      return systemKeychain();
    },
  };
}

/** After the report of an interruption, a result would contradict it: its write never ends, and the process does. */
function silentAfterInterruption(io: Io, interruption: Interruption): Io {
  const { stdout } = io;
  const write: OutputStream['write'] = (text, done) => (interruption.isFinal ? true : stdout.write(text, done));
  const final = { value: Object.create(stdout, { write: { value: write } }) as OutputStream, enumerable: true };
  // Copied as descriptors: the streams are opened on first use, and who spreads it gets every field.
  return Object.defineProperties({}, { ...Object.getOwnPropertyDescriptors(io), stdout: final }) as Io;
}

/** Describes one attempt of a request for `--debug`. */
export function describeRequest(event: RequestEvent): string {
  const outcome = event.status ?? event.failure ?? 'no response';
  const attempt = event.attempt > 1 ? `, attempt ${event.attempt}` : '';
  const id = event.requestId === null ? '' : `, request ${event.requestId}`;
  return `${event.method} ${event.url} → ${outcome} (${Math.round(event.durationMs)} ms${attempt}${id})`;
}
