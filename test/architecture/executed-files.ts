import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { appendFile, mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';

const run = promisify(execFile);

/**
 * Types the five walks in a scaffolded project, by the sources of a checkout, and counts the files of `src` and
 * `commands` of which V8 called at least one named function. Processes that it starts with an environment of their
 * own, as those of bundles, are not counted.
 *
 * @yields each figure with its name
 */
export async function* walkFigures(root: string): AsyncGenerator<[string, string]> {
  const folder = await mkdtemp(join(tmpdir(), 'wf-walks-'));
  const project = join(folder, 'walked');
  const env = { ...process.env, HOME: folder, XDG_CONFIG_HOME: folder, XDG_DATA_HOME: folder };
  const wf = async (cwd: string, words: string, coverage?: string) => {
    const extra = coverage === undefined ? {} : { NODE_V8_COVERAGE: coverage };
    await run(process.execPath, [join(root, 'bin/dev.js'), ...words.split(' ')], { cwd, env: { ...env, ...extra } });
  };
  const count = async (words: string) => {
    const coverage = join(folder, words.replaceAll(/\W+/g, '-'));
    await wf(project, words, coverage);
    return countExecuted(root, coverage);
  };
  try {
    await wf(folder, 'init walked --yes');
    await wf(project, 'deploy');
    await appendFile(join(project, 'src/workflow.ts'), '\nexport const changed = true;\n');
    const evaluation = 'eval run --testset testsets/messages.csv --variants default --evaluators exact_match';
    for (const words of ['deploy', 'variants list', 'variants create tuned', evaluation]) {
      yield [`files executed by ${words.slice(0, 15)}`, String(await count(words))];
    }
    yield ['files executed by a hosted call', String(await countHosted(root, folder, project, env))];
  } finally {
    await rm(folder, { recursive: true, force: true, maxRetries: 3 });
  }
}

/** Counts the files of a service that the first call of a hosted route executes. */
async function countHosted(root: string, folder: string, project: string, env: NodeJS.ProcessEnv): Promise<number> {
  const coverage = join(folder, 'hosted');
  const takeCoverage = `import { takeCoverage } from 'node:v8';
    process.on('SIGUSR2', () => { takeCoverage(); console.error('coverage taken'); });`;
  const hook = `data:text/javascript,${encodeURIComponent(takeCoverage)}`;
  const words = ['--import', hook, join(root, 'bin/dev.js'), 'serve', '--port', '0'];
  await using service = startService(words, { cwd: project, env: { ...env, NODE_V8_COVERAGE: coverage } });
  const [, url, keyFile] = await service.lineWith(/Serving on (http:\S+)\. The key is in (\S+)\./);
  const authorization = `ApiKey ${await readFile(keyFile ?? '', 'utf8')}`;
  const call = async () => {
    const body = JSON.stringify({ config: 'default', message: 'Hello' });
    const headers = { authorization, 'content-type': 'application/json' };
    const response = await fetch(`${url}/services/walked/default/run`, { method: 'POST', headers, body });
    if (!response.ok) throw new Error(`The hosted call answered ${response.status}: ${await response.text()}`);
    await response.arrayBuffer();
  };
  await service.take();
  await rm(coverage, { recursive: true });
  await call();
  await service.take();
  return countExecuted(root, coverage);
}

interface Service extends AsyncDisposable {
  /** Waits for a match in what the service prints. */
  readonly lineWith: (pattern: RegExp) => Promise<RegExpExecArray>;
  /** Writes what was executed since the last time, and starts to count anew. */
  readonly take: () => Promise<void>;
}

function startService(words: readonly string[], options: { cwd: string; env: NodeJS.ProcessEnv }): Service {
  const child: ChildProcess = spawn(process.execPath, words, { ...options, stdio: ['ignore', 'pipe', 'pipe'] });
  const lines: string[] = [];
  const waiting = new Set<() => void>();
  for (const input of [child.stdout!, child.stderr!]) {
    createInterface({ input }).on('line', (line) => {
      lines.push(line);
      for (const look of waiting) look();
    });
  }
  const lineWith = (pattern: RegExp) =>
    new Promise<RegExpExecArray>((resolve, reject) => {
      const look = () => {
        const found = lines.map((line) => pattern.exec(line)).find((match) => match !== null);
        if (found === undefined) return;
        waiting.delete(look);
        resolve(found);
      };
      waiting.add(look);
      child.once('exit', () => reject(new Error(`wf serve ended: ${lines.join('\n')}`)));
      look();
    });
  return {
    lineWith,
    take: async () => {
      lines.length = 0;
      child.kill('SIGUSR2');
      await lineWith(/coverage taken/);
    },
    async [Symbol.asyncDispose]() {
      const exited = once(child, 'exit');
      child.kill();
      await exited;
    },
  };
}

interface Coverage {
  readonly result: readonly {
    readonly url: string;
    readonly functions: readonly {
      readonly functionName: string;
      readonly ranges: readonly { readonly count: number }[];
    }[];
  }[];
}

async function countExecuted(root: string, folder: string): Promise<number> {
  const prefixes = ['src/', 'commands/'].map((part) => new URL(part, `${pathToFileURL(root).href}/`).href);
  const executed = new Set<string>();
  for (const name of await readdir(folder)) {
    const { result } = JSON.parse(await readFile(join(folder, name), 'utf8')) as Coverage;
    for (const { url, functions } of result) {
      if (!prefixes.some((prefix) => url.startsWith(prefix))) continue;
      if (functions.some((each) => each.functionName !== '' && (each.ranges[0]?.count ?? 0) > 0)) executed.add(url);
    }
  }
  return executed.size;
}
