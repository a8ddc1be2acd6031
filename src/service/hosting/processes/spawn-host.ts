import type { ChildProcess } from 'node:child_process';
import type { Duplex } from 'node:stream';
import type { ExportSpans } from '../../../contract/host-protocol/bundle-protocol.ts';
import { openChannel, type OpenedChannel } from '../../../contract/host-protocol/open-channel.ts';
import type { Launch } from '../../../sandbox/held-program.ts';
import { killHeld } from '../../../sandbox/kill-held.ts';
import { startHeld } from '../../../sandbox/start-held.ts';
import { exportSettings } from './export-settings.ts';
import { throttleOutput } from './throttle-output.ts';

export interface SpawnHostOptions<Received> {
  readonly launch: Launch;
  readonly variables: Readonly<Record<string, string>>;
  /** Parses a line of the channel. */
  readonly parse: (line: string) => Received;
  /** Returns the maximum length of the next message, in characters. @defaultValue the protocol's */
  readonly maxLength?: () => number;
}

/** A process that serves a workflow. */
export interface SpawnedHost<Sent, Received> {
  readonly child: ChildProcess;
  readonly channel: OpenedChannel<Sent, Received>;
  /** How the process broke the protocol, for which it was killed; completes a sentence. `null`: it did not. */
  readonly violation: () => string | null;
}

/** Longest from the end of a channel to the exit that caused it. */
const EXIT_MS = 1000;

/** Starts a process that serves a workflow, with a channel to it and with only its own variables. */
export function spawnHost<Sent extends { readonly type: string }, Received>({
  launch,
  variables,
  parse,
  maxLength,
}: SpawnHostOptions<Received>): SpawnedHost<Sent | ExportSpans, Received> {
  const { child, channel: stream } = startHeld(launch, environmentOf(variables));
  let violation: string | null = null;
  const end = (reason: string): void => {
    violation ??= `${reason} and was killed.`;
    killHeld(child);
  };
  const channel = openChannel<Sent | ExportSpans, Received>({
    stream,
    parse,
    onInvalid: ({ message }) => end(`sent an invalid message (${message})`),
    ...(maxLength === undefined ? {} : { maxLength }),
  });
  watchClose(child, stream, () => end('closed its channel to the service'));
  for (const output of [child.stdout, child.stderr]) if (output !== null) throttleOutput(output);
  const settings = exportSettings(variables, process.env);
  if (settings !== null) channel.send({ type: 'export-spans', settings });
  return { child, channel, violation: () => violation };
}

/** Nobody can call a process without its channel. The channel of a process that exits closes first, too. */
function watchClose(child: ChildProcess, stream: Duplex, onClose: () => void): void {
  let timer: NodeJS.Timeout | undefined;
  child.once('exit', () => clearTimeout(timer));
  const note = (): void => {
    if (child.exitCode === null && child.signalCode === null) timer ??= setTimeout(onClose, EXIT_MS);
  };
  stream.once('end', note).once('close', note);
}

/**
 * Passes only declared variables: the service's own environment contains its secrets. Windows cannot open sockets without
 * SystemRoot.
 */
function environmentOf(variables: Readonly<Record<string, string>>): Readonly<Record<string, string>> {
  const { SystemRoot } = process.env;
  return process.platform === 'win32' && SystemRoot !== undefined ? { SystemRoot, ...variables } : variables;
}
