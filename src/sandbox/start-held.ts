import { type ChildProcess, spawn } from 'node:child_process';
import { closeSync, openSync, readdirSync, readFileSync } from 'node:fs';
import { devNull } from 'node:os';
import { Duplex } from 'node:stream';
import { isSteeringVariable } from '../foundation/steering-variable.ts';
import { BugError } from '../foundation/errors/wf-error.ts';
import { CHANNEL_DESCRIPTOR, type Launch } from './held-program.ts';

/** Flag of a descriptor that a started program does not inherit. @source open(2), fcntl.h */
const CLOSE_ON_EXEC = 0o2_000_000;

/** Its user has no entry in the password file, so without this, `os.homedir()` throws: libraries call it while they load. */
const HOME: Readonly<Record<string, string>> = process.platform === 'win32' ? {} : { HOME: '/tmp' };

export interface HeldProcess {
  readonly child: ChildProcess;
  /** Descriptor 3 of the process. */
  readonly channel: Duplex;
}

/**
 * Starts a process with these variables and a channel, and with no other descriptor or variable of ours. The variables are
 * those of others, and the programs that hold the process see them first: none may steer these.
 */
export function startHeld({ file, args, detached, group }: Launch, env: Readonly<Record<string, string>>): HeldProcess {
  const nothing = openSync(devNull, 'r+');
  try {
    const child = spawn(file, args, {
      env: { ...HOME, ...Object.fromEntries(Object.entries(env).filter(([name]) => !isSteeringVariable(name))) },
      detached,
      // On Windows, a pipe can be read and written at the same time only when opened as overlapped.
      stdio: ['ignore', 'pipe', 'pipe', 'overlapped', ...coverInherited(nothing)],
    });
    const channel = child.stdio[CHANNEL_DESCRIPTOR];
    if (!(channel instanceof Duplex)) throw new BugError('The process was started without its channel.');
    child.once('close', () => group?.remove());
    return { child, channel };
  } finally {
    closeSync(nothing);
  }
}

/**
 * Covers descriptors that our own parent left open, such as a lock or a terminal, with the null device. Those that Node
 * opens are not inherited.
 */
function coverInherited(nothing: number): ('ignore' | number)[] {
  if (process.platform !== 'linux') return [];
  const inherited = readdirSync('/proc/self/fd').map(Number).filter(isInherited);
  const last = Math.max(CHANNEL_DESCRIPTOR, ...inherited);
  const beyond = Array.from({ length: last - CHANNEL_DESCRIPTOR }, (_, index) => CHANNEL_DESCRIPTOR + 1 + index);
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
