import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';

/** A command to run as a whole process, from spawn to exit. */
export interface ProcessCommand {
  readonly command: string;
  readonly args: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
  readonly cwd?: string;
}

export interface ProcessOutput {
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs a command and returns its output. @throws when it fails, with its output. @param codes - exit codes of success */
export async function runProcess(
  { command, args, env = {}, cwd }: ProcessCommand,
  codes: readonly (number | null)[] = [0],
): Promise<ProcessOutput> {
  const child = spawn(command, args, {
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
    ...(cwd === undefined ? {} : { cwd }),
  });
  let [stdout, stderr] = ['', ''];
  child.stdout.on('data', (chunk: Buffer) => (stdout += chunk.toString()));
  child.stderr.on('data', (chunk: Buffer) => (stderr += chunk.toString()));
  const { promise, resolve, reject } = Promise.withResolvers<number | null>();
  child.once('error', reject);
  child.once('close', resolve);
  const code = await promise;
  if (!codes.includes(code)) throw new Error(`${command} ${args.join(' ')} ended with ${code}: ${stderr}${stdout}`);
  return { stdout, stderr };
}

const REPORT_MEMORY = `data:text/javascript,${encodeURIComponent(
  `process.on('exit', () => process.getBuiltinModule('fs').writeSync(2, 'peak:' + process.resourceUsage().maxRSS + ';'));`,
)}`;

/** Runs a Node program and returns its peak memory in MB, without child processes. */
export async function peakMemoryOf(
  { command, args, ...rest }: ProcessCommand,
  codes: readonly number[] = [0],
): Promise<number> {
  const { stderr } = await runProcess({ command, args: ['--import', REPORT_MEMORY, ...args], ...rest }, codes);
  const kilobytes = /peak:(\d+);/.exec(stderr)?.[1];
  if (kilobytes === undefined) throw new Error(`${args.join(' ')} did not say how much memory it had.`);
  return (Number(kilobytes) * 1024) / 1_000_000;
}

/** Processor time that ended child processes and theirs took, in milliseconds. Linux only. */
export function readChildrenCpuTime(): number {
  // Fields after the name, which may have spaces; ticks of 10 ms.
  const fields = readFileSync('/proc/self/stat', 'utf8').split(') ')[1]?.split(' ') ?? [];
  return (Number(fields[13]) + Number(fields[14])) * 10;
}
