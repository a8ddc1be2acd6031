/**
 * Takes projects with the real packages of model libraries through every step: `npm run test:projects [NAME…]`. It installs
 * them and the packed program from the registry, and models are played by a local server. `WF_GALLERY_NODE=26.10.0` does
 * the same with another version of Node.
 */
import { mkdtemp, readdir, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { packProgram } from '../helpers/pack-program.ts';
import { answerAs } from './answer-as.ts';
import { startModelServer } from '../helpers/start-model-server.ts';
import { installProject } from './install-project.ts';
import { runSteps, STEPS } from './run-steps.ts';
import { runWithAskedNode } from './use-node.ts';

const here = import.meta.dirname;

process.exitCode = (await runWithAskedNode()) ?? ((await tryProjects(process.argv.slice(2))) ? 0 : 1);

async function tryProjects(asked: readonly string[]): Promise<boolean> {
  const folders = (await readdir(here, { withFileTypes: true })).filter((entry) => entry.isDirectory());
  const names = folders.map(({ name }) => name).filter((name) => asked.length === 0 || asked.includes(name));
  await using models = await startModelServer(answerAs);
  await using packed = await packProgram();
  const rows: string[][] = [];
  for (const name of names) {
    const cells = await tryProject(name, packed.tarball, models.baseUrl).catch((error: unknown) => {
      process.stderr.write(`${String(error)}\n`);
      return ['FAILED: not installed'];
    });
    const row = [name, ...cells];
    rows.push(row);
    process.stderr.write(`${row.join(' | ')}\n`);
  }
  process.stdout.write(`Node ${process.version}\n\n${toTable([['project', ...STEPS], ...rows])}`);
  return names.length > 0 && !rows.flat().some((cell) => cell.startsWith('FAILED'));
}

async function tryProject(name: string, tarball: string, models: string): Promise<string[]> {
  const root = await realpath(await mkdtemp(join(tmpdir(), `wf-gallery-${name}-`)));
  try {
    const { folder, program } = await installProject(name, root, tarball);
    const variables = toVariables(models);
    const lines = Object.entries(variables).map(([variable, value]) => `${variable}=${value}\n`);
    await writeFile(join(folder, '.env'), lines.join(''));
    await writeFile(join(folder, 'questions.csv'), 'question,correct_answer\nWho?,An answer.\nWhy?,An answer.\n');
    return await runSteps({ root: folder, program, variables, startsProcesses: name === 'mcp' });
  } finally {
    await rm(root, { recursive: true, force: true });
  }
}

/** Keys and addresses by which the clients of providers find the local server. */
function toVariables(models: string): Readonly<Record<string, string>> {
  // These clients add the version.
  const origin = models.replace(/\/v1$/, '');
  return {
    OPENAI_API_KEY: 'sk-test',
    OPENAI_BASE_URL: models,
    ANTHROPIC_API_KEY: 'sk-test',
    ANTHROPIC_BASE_URL: origin,
    OPENAI_AGENTS_DISABLE_TRACING: '1',
    AWS_ACCESS_KEY_ID: 'test',
    AWS_SECRET_ACCESS_KEY: 'test',
    AWS_ENDPOINT_URL_BEDROCK_RUNTIME: origin,
    GEMINI_API_KEY: 'test',
    GEMINI_BASE_URL: origin,
    CO_API_KEY: 'test',
    CO_API_URL: origin,
    OLLAMA_HOST: origin,
    MISTRAL_API_KEY: 'test',
    MISTRAL_URL: origin,
  };
}

function toTable(cells: readonly string[][]): string {
  const lines = cells.map((row) => `| ${row.join(' | ')} |`);
  const [head = '', ...rest] = lines;
  return [head, `|${'---|'.repeat(cells[0]?.length ?? 0)}`, ...rest, ''].join('\n');
}
