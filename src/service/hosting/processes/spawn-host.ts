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
  /** Flags of Node. */
  readonly flags: readonly string[];
  /** Whom it runs as; `null`: as the service does. */
  readonly user: number | null;
  readonly variables: Readonly<Record<string, string>>;
  /** Reads a line of the channel. */
  readonly parse: (line: string) => Received;
}

/** A process that serves a workflow. */
export interface SpawnedHost<Sent, Received> {
  readonly child: ChildProcess;
  readonly channel: MessageChannel<Sent, Received>;
  /** How it broke the protocol, for which it was killed; finishes a sentence. `null`: it did not. */
  readonly violation: () => string | null;
}

/** Starts a process that serves a workflow, with a channel to it and with its own variables only. */
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
    // On Windows, only a pipe that is opened as overlapped can be read and written at the same time.
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
 * Only what was declared: the service's own environment holds its secrets. What would loosen the flags of the process, or
 * load native code into it, is left out. Windows cannot open sockets without SystemRoot.
 */
function environmentOf(variables: Readonly<Record<string, string>>): Record<string, string> {
  const { SystemRoot } = process.env;
  const declared = Object.fromEntries(Object.entries(variables).filter(([name]) => !isSteeringVariable(name)));
  return process.platform === 'win32' && SystemRoot !== undefined ? { SystemRoot, ...declared } : declared;
}
