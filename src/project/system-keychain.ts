import { spawn } from 'node:child_process';
import { type Machine, thisMachine } from './machine.ts';

/** The operating system's store of secrets. */
export interface Keychain {
  /** Its name in messages. */
  readonly name: string;
  /** Reads a secret; `null` if it has none of that name. @throws {Error} when it does not respond */
  read(account: string): Promise<string | null>;
  /** Stores a secret, replacing one of the same name. @throws {Error} when it cannot */
  write(account: string, secret: string, label: string): Promise<void>;
  /** Removes a secret. @throws {Error} when it does not respond */
  remove(account: string): Promise<void>;
}

/**
 * Opens the system's keychain through its own command-line program; `null` if there is none, or on Windows, whose
 * programs take half a second. A secret never appears on a command line.
 */
export function systemKeychain(machine: Pick<Machine, 'env' | 'platform'> = thisMachine()): Keychain | null {
  if (machine.platform === 'darwin') return macosKeychain(machine.env);
  return machine.platform === 'linux' ? secretService(machine.env) : null;
}

const SERVICE = 'wf';

/** Exit status of `security` if there is no such item. */
const NO_SUCH_ITEM = 44;

function macosKeychain(env: Machine['env']): Keychain {
  const item = (account: string) => ['-s', SERVICE, '-a', account];
  return {
    name: 'the macOS keychain',
    read: async (account) => {
      const run = await ask('security', ['find-generic-password', ...item(account), '-w'], env);
      return run.exitCode === NO_SUCH_ITEM ? null : requireDone(run).stdout.replace(/\n$/, '');
    },
    write: async (account, secret, label) => {
      // Commands are passed on standard input, so that the secret does not appear in the list of processes.
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
      // Without such an item it fails without a message.
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

/** Enough for a user to type the keychain's password; a locked keychain must not block a script for ever. */
const TIMEOUT_MS = 30_000;

async function ask(program: string, args: readonly string[], env: Machine['env'], input = ''): Promise<Run> {
  return await new Promise((resolve, reject) => {
    // Not spawn's own timeout: if the program is not installed, its timer would keep this process running.
    const late = AbortSignal.timeout(TIMEOUT_MS);
    const child = spawn(program, args, { env, signal: late });
    let [stdout, stderr] = ['', ''];
    child.stdout.setEncoding('utf8').on('data', (text: string) => (stdout += text));
    child.stderr.setEncoding('utf8').on('data', (text: string) => (stderr += text));
    child.stdin.on('error', () => undefined).end(input);
    // A program that timed out is recognised by its exit status.
    child.on('error', (error) => (late.aborted ? undefined : reject(error)));
    child.on('close', (exitCode) => resolve({ program, exitCode, stdout, stderr }));
  });
}

function requireDone(run: Run): Run {
  if (run.exitCode === 0) return run;
  const said = run.stderr.trim().split('\n').at(-1) ?? '';
  throw new Error(
    said !== '' ? said : `${run.program} ${run.exitCode === null ? 'timed out' : `exited with ${run.exitCode}`}`,
  );
}
