import { type ChildProcess, spawn } from 'node:child_process';
import { closeSync, openSync, readdirSync, readFileSync } from 'node:fs';
import { constants, devNull } from 'node:os';
import { Duplex } from 'node:stream';
import { BugError } from '../foundation/errors/wf-error.ts';
import { isOwnVariable, isSteeringVariable } from '../foundation/steering-variable.ts';
import { CHANNEL_DESCRIPTOR, type Launch, SOCKET_DESCRIPTOR } from './held-program.ts';
import { processTree } from './watch-process.ts';
import { OWN_FOLDER } from './working-folder.ts';

/** Flag of a descriptor that a started program does not inherit. @source open(2), fcntl.h */
const CLOSE_ON_EXEC = 0o2_000_000;

export interface HeldProcess {
  readonly child: ChildProcess;
  /** Descriptor 3 of the process. */
  readonly channel: Duplex;
}

/**
 * Starts a process with these variables and a channel, and with no other descriptor or variable of ours. The variables are
 * those of others, and the programs that hold the process see them first: none may steer these.
 *
 * @param socket - descriptor of a socket that it gets as well, as {@link SOCKET_DESCRIPTOR}
 */
export function startHeld(
  { file, args, detached, group, folder }: Launch,
  env: Readonly<Record<string, string>>,
  socket: number | null = null,
): HeldProcess {
  const nothing = openSync(devNull, 'r+');
  try {
    const child = spawn(file, args, {
      ...(folder === null ? {} : { cwd: folder.cwd }),
      env: {
        ...placesOf(folder?.root ?? OWN_FOLDER),
        ...Object.fromEntries(Object.entries(env).filter(([name]) => isTheirs(name))),
      },
      detached,
      // On Windows, a pipe can be read and written at the same time only when opened as overlapped.
      stdio: [
        'ignore',
        'pipe',
        'pipe',
        'overlapped',
        ...(socket === null ? [] : [socket]),
        ...coverInherited(nothing, socket === null ? CHANNEL_DESCRIPTOR : SOCKET_DESCRIPTOR),
      ],
    });
    // Where no descriptor is left, Node starts nothing, gives no streams, and emits the error later.
    child.on('error', ignore);
    const streams: ChildProcess['stdio'] | undefined = child.stdio;
    if (streams === undefined) throw Object.assign(new Error('no file can be opened any more'), { code: 'EMFILE' });
    const channel = streams[CHANNEL_DESCRIPTOR];
    if (!(channel instanceof Duplex)) throw new BugError('The process was started without its channel.');
    child.once('close', () => {
      group?.remove();
      folder?.remove();
    });
    folder?.watch(() => killHeld(child));
    return { child, channel };
  } catch (error) {
    folder?.remove();
    throw error;
  } finally {
    closeSync(nothing);
  }
}

/** Its user has no entry in the password file, so without this, `os.homedir()` throws: libraries call it while they load. */
function placesOf(folder: string): Readonly<Record<string, string>> {
  return process.platform === 'win32' ? {} : { HOME: folder, TMPDIR: folder };
}

function isTheirs(name: string): boolean {
  return !isSteeringVariable(name) && !isOwnVariable(name);
}

function ignore(): void {
  // Whoever starts the process listens as well.
}

/**
 * Covers descriptors that our own parent left open, such as a lock or a terminal, with the null device. Those that Node
 * opens are not inherited.
 */
function coverInherited(nothing: number, lastGiven: number): ('ignore' | number)[] {
  if (process.platform !== 'linux') return [];
  const inherited = readdirSync('/proc/self/fd').map(Number).filter(isInherited);
  const last = Math.max(lastGiven, ...inherited);
  const beyond = Array.from({ length: last - lastGiven }, (_, index) => lastGiven + 1 + index);
  return beyond.map((descriptor) => (inherited.includes(descriptor) ? nothing : 'ignore'));
}

function isInherited(descriptor: number): boolean {
  try {
    const flags = /^flags:\s*(\d+)/m.exec(readFileSync(`/proc/self/fdinfo/${descriptor}`, 'utf8'))?.[1] ?? '0';
    return (Number.parseInt(flags, 8) & CLOSE_ON_EXEC) === 0;
  } catch {
    // The descriptor of the folder that was just listed.
    return false;
  }
}

interface HeldEnding {
  readonly code: number | null;
  readonly signal: string | null;
}

/** What a shell and bubblewrap add to the number of the signal that ended their program. @source POSIX.1-2024 §2.8.2 */
const SIGNALLED = 128;

/** Reads an exit code as the signal that it stands for, when another program reports the end of the process. */
export function toHeldEnding(code: number | null, signal: string | null): HeldEnding {
  if (code === null || code <= SIGNALLED) return { code, signal };
  const name = Object.entries(constants.signals).find(([, number]) => number === code - SIGNALLED)?.[0];
  return name === undefined ? { code, signal } : { code: null, signal: name };
}

/**
 * Kills a process with the programs that confine it. A program that is killed alone while it starts another one may leave
 * it behind: it asks the system for the signal of its parent's end a moment too late.
 */
export function killHeld(child: ChildProcess): void {
  const { pid, exitCode, signalCode } = child;
  if (pid === undefined || exitCode !== null || signalCode !== null) return;
  try {
    process.kill(-pid, 'SIGKILL');
  } catch {
    // It has no group of its own.
    child.kill('SIGKILL');
  }
}

/** Ends a process by SIGTERM, and by SIGKILL a second later. A program that confines it would not pass the signal on. */
export function killSoon(child: ChildProcess): void {
  // An ended process emits no further 'exit', and the timer would delay ours.
  if (child.exitCode !== null || child.signalCode !== null) return;
  terminate(child);
  const timer = setTimeout(() => killHeld(child), 1000);
  child.once('exit', () => clearTimeout(timer));
}

function terminate(child: ChildProcess): void {
  const held = child.pid === undefined ? undefined : processTree(child.pid).at(-1);
  try {
    if (held !== undefined) process.kill(held, 'SIGTERM');
  } catch {
    // It has ended in the meantime.
  }
}
