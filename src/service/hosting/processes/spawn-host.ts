import { type ChildProcess, spawn } from 'node:child_process';
import { Duplex } from 'node:stream';
import { fileURLToPath } from 'node:url';
import { isSteeringVariable } from '../../../contract/environments/variable.ts';
import type { ExportSpans } from '../../../contract/host-protocol/export-spans.ts';
import { CHANNEL_DESCRIPTOR, type MessageChannel, openChannel } from '../../../contract/host-protocol/open-channel.ts';
import { BugError } from '../../../errors/wf-error.ts';
import { exportSettings } from './export-settings.ts';
import { programTiedToParent } from './tie-to-parent.ts';

export interface SpawnHostOptions<Received> {
  readonly script: URL;
  readonly args: readonly string[];
  /** Node's flags. */
  readonly flags: readonly string[];
  /** User that it runs as; `null`: the service's own. */
  readonly user: number | null;
  readonly variables: Readonly<Record<string, string>>;
  /** Parses a line of the channel. */
  readonly parse: (line: string) => Received;
}

/** A process that serves a workflow. */
export interface SpawnedHost<Sent, Received> {
  readonly child: ChildProcess;
  readonly channel: MessageChannel<Sent, Received>;
  /** How the process broke the protocol, for which it was killed; completes a sentence. `null`: it did not. */
  readonly violation: () => string | null;
}

/** Starts a process that serves a workflow, with a channel to it and with only its own variables. */
export function spawnHost<Sent extends { readonly type: string }, Received>({
  script,
  args,
  flags,
  user,
  variables,
  parse,
}: SpawnHostOptions<Received>): SpawnedHost<Sent | ExportSpans, Received> {
  const { execPath, execArgv, detached } = programTiedToParent(flags, user);
  const child = spawn(execPath, [...execArgv, fileURLToPath(script), ...args], {
    env: environmentOf(variables),
    detached,
    // On Windows, a pipe can be read and written at the same time only when opened as overlapped.
    stdio: ['ignore', 'pipe', 'pipe', 'overlapped'],
  });
  const stream = child.stdio[CHANNEL_DESCRIPTOR];
  if (!(stream instanceof Duplex)) throw new BugError('The process was started without its channel.');
  let violation: string | null = null;
  const channel = openChannel<Sent | ExportSpans, Received>({
    stream,
    parse,
    onInvalid({ message }) {
      violation = `sent an invalid message (${message}) and was killed.`;
      child.kill('SIGKILL');
    },
  });
  const settings = exportSettings(variables, process.env);
  if (settings !== null) channel.send({ type: 'export-spans', settings });
  return { child, channel, violation: () => violation };
}

/**
 * Passes only declared variables: the service's own environment contains its secrets. Leaves out variables that would
 * relax the flags of the process or load native code into it. Windows cannot open sockets without SystemRoot.
 */
function environmentOf(variables: Readonly<Record<string, string>>): Record<string, string> {
  const { SystemRoot } = process.env;
  const declared = Object.fromEntries(Object.entries(variables).filter(([name]) => !isSteeringVariable(name)));
  return process.platform === 'win32' && SystemRoot !== undefined ? { SystemRoot, ...declared } : declared;
}
