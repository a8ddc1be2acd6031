import { spawn } from 'node:child_process';
import { type Machine, thisMachine } from './machine.ts';

/** The operating system's own store of secrets. */
export interface Keychain {
  /** What people call it. */
  readonly name: string;
  /** Reads a secret; `null` where it has none of that name. @throws {Error} when it does not answer */
  read(account: string): Promise<string | null>;
  /** Keeps a secret, in place of the one of the same name. @throws {Error} when it does not take it */
  write(account: string, secret: string, label: string): Promise<void>;
  /** Forgets a secret. @throws {Error} when it does not answer */
  remove(account: string): Promise<void>;
}

/**
 * Opens the keychain of this system through the program that the system brings for it; `null` where there is none, as on
 * Windows, whose programs take half a second to answer. A secret never stands on a command line.
 */
export function systemKeychain(machine: Pick<Machine, 'env' | 'platform'> = thisMachine()): Keychain | null {
  if (machine.platform === 'darwin') return macosKeychain(machine.env);
  return machine.platform === 'linux' ? secretService(machine.env) : null;
}

const SERVICE = 'wf';

/** `security` exits with this when there is no such item. */
const NO_SUCH_ITEM = 44;

function macosKeychain(env: Machine['env']): Keychain {
  const item = (account: string) => ['-s', SERVICE, '-a', account];
  return {
    name: 'the keychain of macOS',
    read: async (account) => {
      const run = await ask('security', ['find-generic-password', ...item(account), '-w'], env);
      return run.exitCode === NO_SUCH_ITEM ? null : requireDone(run).stdout.replace(/\n$/, '');
    },
    write: async (account, secret, label) => {
      // It reads commands from standard input, so that nobody sees the secret among the running programs.
      const words = ['add-generic-password', '-U', ...item(account), '-l', label].map((word) => `"${word}"`);
      const hex = Buffer.from(secret).toString('hex');
      requireDone(await ask('security', ['-i'], env, `${words.join(' ')} -X ${hex}\n`));
    },
    remove: async (account) => {
      const run = await ask('security', ['delete-generic-password', ...item(account)], env);
      if (run.exitCode !== NO_SUCH_ITEM) requireDone(run);
    },
  };
}

function secretService(env: Machine['env']): Keychain {
  const item = (account: string) => ['service', SERVICE, 'account', account];
  return {
    name: 'the Secret Service',
    read: async (account) => {
      const run = await ask('secret-tool', ['lookup', ...item(account)], env);
      // Without such an item it fails and says nothing.
      if (run.exitCode !== 0 && run.stderr.trim() === '') return null;
      return requireDone(run).stdout.replace(/\n$/, '');
    },
    write: async (account, secret, label) => {
      requireDone(await ask('secret-tool', ['store', '--label', label, ...item(account)], env, secret));
    },
    remove: async (account) => {
      const run = await ask('secret-tool', ['clear', ...item(account)], env);
      if (run.stderr.trim() !== '') requireDone(run);
    },
  };
}

interface Run {
  readonly program: string;
  readonly exitCode: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** Somebody may have to type the keychain's password first; a keychain that nobody can open must not hold a script up. */
const PATIENCE_MS = 30_000;

async function ask(program: string, args: readonly string[], env: Machine['env'], input = ''): Promise<Run> {
  return await new Promise((resolve, reject) => {
    // Not spawn's own time limit: its timer outlives a program that is not installed, and holds up the end of ours.
    const late = AbortSignal.timeout(PATIENCE_MS);
    const child = spawn(program, args, { env, signal: late });
    let [stdout, stderr] = ['', ''];
    child.stdout.setEncoding('utf8').on('data', (text: string) => (stdout += text));
    child.stderr.setEncoding('utf8').on('data', (text: string) => (stderr += text));
    child.stdin.on('error', () => undefined).end(input);
    // One that was too late is told by how it closes.
    child.on('error', (error) => (late.aborted ? undefined : reject(error)));
    child.on('close', (exitCode) => resolve({ program, exitCode, stdout, stderr }));
  });
}

function requireDone(run: Run): Run {
  if (run.exitCode === 0) return run;
  const said = run.stderr.trim().split('\n').at(-1) ?? '';
  throw new Error(said !== '' ? said : `${run.program} ended with ${run.exitCode ?? 'no answer in time'}`);
}
