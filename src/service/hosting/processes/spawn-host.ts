import type { ExportSpans } from '../../../contract/host-protocol/bundle-protocol.ts';
import type { ChildProcess } from 'node:child_process';
import type { Duplex, Readable } from 'node:stream';
import { openChannel, type OpenedChannel } from '../../../contract/host-protocol/open-channel.ts';
import { killHeld, startHeld } from '../../../sandbox/held-process.ts';
import type { Launch } from '../../../sandbox/held-program.ts';
import { exportSettings } from './way-out.ts';

interface SpawnHostOptions<Received> {
  readonly launch: Launch;
  readonly variables: Readonly<Record<string, string>>;
  /** Descriptor of the socket that it listens on. @defaultValue `null`: it creates one */
  readonly socket?: number | null;
  readonly parse: (line: string) => Received;
  /** Returns the maximum length of the next message, in characters. @defaultValue the protocol's */
  readonly maxLength?: () => number;
}

export interface SpawnedHost<Sent, Received> {
  readonly child: ChildProcess;
  readonly channel: OpenedChannel<Sent, Received>;
  /** Resolves when the process has ended and its output was read. */
  readonly ended: Promise<HostEnding>;
}

export interface HostEnding {
  readonly code: number | null;
  readonly signal: string | null;
  /** The end of what it wrote to stderr. */
  readonly stderr: string;
  /** How it broke the protocol, for which it was killed; completes a sentence. `null`: it did not. */
  readonly violation: string | null;
  /** Why it could not be started; `null`: it was. */
  readonly startError: Error | null;
}

/** Longest from the end of a channel to the exit that caused it. */
const EXIT_MS = 1000;

/** Starts a process that serves a workflow, with a channel to it and with only its own variables. */
export function spawnHost<Sent extends { readonly type: string }, Received>({
  launch,
  variables,
  socket = null,
  ...protocol
}: SpawnHostOptions<Received>): SpawnedHost<Sent | ExportSpans, Received> {
  const { child, channel: stream } = startHeld(launch, environmentOf(variables), socket);
  let violation: string | null = null;
  const end = (reason: string): void => {
    violation ??= `${reason} and was killed.`;
    killHeld(child);
  };
  const channel = openChannel<Sent | ExportSpans, Received>({
    stream,
    onInvalid: ({ message }) => end(`sent an invalid message (${message})`),
    ...protocol,
  });
  watchClose(child, stream, () => end('closed its channel to the service'));
  for (const output of [child.stdout, child.stderr]) if (output !== null) throttleOutput(output);
  const settings = exportSettings(variables, process.env);
  if (settings !== null) channel.send({ type: 'export-spans', settings });
  return { child, channel, ended: watchEnd(child, () => violation) };
}

function watchEnd(child: ChildProcess, violationOf: () => string | null): Promise<HostEnding> {
  const { promise, resolve } = Promise.withResolvers<HostEnding>();
  const tail = collectTail(child.stderr);
  const finish = (code: number | null, signal: string | null, startError: Error | null): void =>
    resolve({ code, signal, startError, stderr: tail(), violation: violationOf() });
  // 'close' comes after the last byte of stderr, 'exit' may come before.
  child.once('close', (code, signal) => finish(code, signal, null));
  // A program that cannot be started emits no 'close'.
  child.once('error', (startError) => finish(null, null, startError));
  return promise;
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

const PER_SECOND = 2 * 1024 * 1024;
const TICK_MS = 50;
const PER_TICK = (PER_SECOND * TICK_MS) / 1000;

/**
 * Limits how much output of a process is read. A process that writes more waits for its pipe: reading all of it would
 * keep the service from its other work.
 */
export function throttleOutput(stream: Readable): void {
  let read = 0;
  let timer: NodeJS.Timeout | undefined;
  const restart = (): void => {
    timer = undefined;
    read = 0;
    stream.resume();
  };
  stream.on('data', (text: string | Buffer) => {
    read += text.length;
    timer ??= setTimeout(restart, TICK_MS);
    if (read >= PER_TICK) stream.pause();
  });
}

/** Enough of stderr for the engine's report of a crash. */
const TAIL_CHARACTERS = 8192;

export function collectTail(stderr: Readable | null): () => string {
  let tail = '';
  stderr?.setEncoding('utf8').on('data', (text: string) => {
    tail = (tail + text).slice(-TAIL_CHARACTERS);
  });
  return () => tail;
}
