/**
 * A process that runs the built program again and again: `open-warm-program.ts` starts it. What a process of its own has anew,
 * each line gets anew: arguments, folder, variables, streams, listeners, threads, and the code of the program.
 */
import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { createServer, type AddressInfo, type Socket } from 'node:net';
import threads from 'node:worker_threads';

interface Program {
  main(this: void, argv: readonly string[]): Promise<void>;
}

/** A line to run: its folder, the beginning of the names of its two output files, its variables and words. */
interface Line {
  readonly cwd: string;
  readonly output: string;
  readonly env: Record<string, string>;
  readonly argv: readonly string[];
}

const SELF = [...process.argv];
const EVENTS = ['SIGINT', 'SIGTERM', 'SIGHUP', 'SIGTSTP', 'SIGCONT', 'uncaughtException', 'exit'];
const { writeSync } = fs;
const exit = process.exit.bind(process);
const running = new Set<threads.Worker>();
/** File descriptors of the line that runs, by those that the program writes to. */
let descriptors: readonly [number, number, number] = [0, 1, 2];

fs.writeSync = ((descriptor: number, ...rest: [never]) =>
  writeSync(descriptors[descriptor] ?? descriptor, ...rest)) as typeof writeSync;
threads.Worker = class extends threads.Worker {
  constructor(...options: ConstructorParameters<typeof threads.Worker>) {
    super(...options);
    running.add(this);
  }
};
syncBuiltinESMExports();
// While a line runs, the program's own listener reports what nothing caught; later, its process would be gone.
process.on('uncaughtException', () => undefined);

const { main } = (await import(SELF[2] ?? '')) as Program;
let queue = Promise.resolve();
const server = createServer((socket) => {
  let text = '';
  socket.setEncoding('utf8').on('error', () => undefined);
  socket.on('data', (part: string) => {
    text += part;
    const line = readLine(text);
    if (line !== null) queue = queue.then(() => answer(line, socket));
  });
});
server.listen(0, '127.0.0.1', () => writeSync(1, `${(server.address() as AddressInfo).port}\n`));
// The test's end of the pipe closes with the test.
process.stdin.resume().on('end', () => exit());

async function answer(line: Line, socket: Socket): Promise<void> {
  const status = await run(line).catch((error: unknown) => {
    fs.appendFileSync(`${line.output}.err`, `${String(error)}\n`);
    return 70;
  });
  socket.end(`${status}\n`);
}

async function run({ cwd, output, env, argv }: Line): Promise<number> {
  const known = new Map(EVENTS.map((event) => [event, process.rawListeners(event)]));
  descriptors = [0, fs.openSync(`${output}.out`, 'a'), fs.openSync(`${output}.err`, 'a')];
  const streams = { stdin: fs.createReadStream('/dev/null'), stdout: toStream(1), stderr: toStream(2) };
  let status: number;
  try {
    for (const [name, value] of Object.entries(streams))
      Object.defineProperty(process, name, { value, configurable: true });
    process.chdir(cwd);
    process.env = env;
    process.argv = [SELF[0] ?? '', 'wf', ...argv];
    process.exitCode = undefined;
    await preload(env['NODE_OPTIONS'] ?? '');
    const exited = new Promise<void>((done) => {
      process.exit = ((status?: number) => {
        process.exitCode = status ?? process.exitCode;
        done();
      }) as typeof process.exit;
    });
    await Promise.race([main(argv), exited]);
  } finally {
    streams.stdin.destroy();
    for (const stream of [streams.stdout, streams.stderr]) await new Promise<void>((done) => void stream.end(done));
    status = statusNow();
    descriptors = [0, 1, 2];
    await leaveNothing(known);
  }
  return status;
}

function statusNow(): number {
  return Number(process.exitCode ?? 0);
}

function toStream(descriptor: 1 | 2): fs.WriteStream {
  return fs.createWriteStream('', { fd: descriptors[descriptor], autoClose: true });
}

/** A module that Node preloads runs again for each line. */
async function preload(options: string): Promise<void> {
  for (const [, url = ''] of options.matchAll(/--import=(\S+)/g)) await import(`${url}?${Math.random()}`);
}

/** Does what the end of a process does: it calls the listeners of `exit`, and stops threads. */
async function leaveNothing(known: ReadonlyMap<string, readonly unknown[]>): Promise<void> {
  for (const [event, before] of known) {
    for (const listener of process.rawListeners(event)) {
      if (before.includes(listener)) continue;
      if (event === 'exit') listener.call(process, 0);
      process.removeListener(event, listener as () => void);
    }
  }
  for (const thread of running) await thread.terminate();
  running.clear();
}

/** Reads fields that end with a zero byte: their number, folder, files, the number of variables, these, and the words. */
function readLine(text: string): Line | null {
  const [size = '', cwd = '', output = '', variables = '', ...rest] = text.split('\0').slice(0, -1);
  if (size === '' || rest.length + 3 < Number(size)) return null;
  const pairs = rest.slice(0, Number(variables)).map((pair) => /^([^=]*)=(.*)$/s.exec(pair)?.slice(1, 3) ?? []);
  return { cwd, output, env: Object.fromEntries(pairs) as Record<string, string>, argv: rest.slice(Number(variables)) };
}
