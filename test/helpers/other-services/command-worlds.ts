import { randomUUID } from 'node:crypto';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { RouteSchema } from '../../../src/contract/deployments/route-schema.ts';
import { toOpenApi } from '../../../src/runtime/app/to-open-api.ts';
import type { CommandRun, RunOptions } from '../run-command.ts';
import { runLine } from '../run-line.ts';
import { serveRecords } from '../serve-records.ts';
import { linkPackages } from '../temp-project.ts';
import { tempFolder } from '../temp-folder.ts';
import type { LineOptions } from './command-line.ts';
import type { JsonService } from './json-service.ts';
import { addVariant, startPublicService } from './public-service.ts';
import { deploy, describeState, type PublicState, revise } from './public-state.ts';
import { startSeedService } from './seed-service.ts';

/** A service of another make, and a folder where command lines run against it. */
export interface CommandWorld extends AsyncDisposable {
  readonly service: JsonService;
  readonly folder: string;
  /** Runs a line; `$NAME` stands for a name or an id of this world. */
  run(line: string | readonly string[], options?: RunOptions): Promise<CommandRun>;
  /** Replaces `$NAME` in a text. */
  fill(text: string): string;
  /** Everything that the service stores, a line each. */
  describe(): string[];
  /** Restores what was stored when `save` was called. */
  save(): () => void;
  /** Replaces the ids of this world in a text by their names. */
  mask(text: string): string;
}

export const SERVICES = ['seed', 'public'] as const;
export type ServiceName = (typeof SERVICES)[number];

/** @param setUp - what the folder has next to files with rows and a gate */
export async function openCommandWorld(name: ServiceName, setUp?: LineOptions['setUp']): Promise<CommandWorld> {
  const world = name === 'seed' ? await openSeedWorld() : await openPublicWorld();
  if (setUp === 'project' || setUp === 'address') await writeProject(world.folder);
  if (setUp === 'address') return await withAddress(world);
  if (setUp === 'archive') await writeArchive(world.folder);
  return world;
}

const PROJECT = {
  'package.json': JSON.stringify({ name: 'support', wf: { app: 'support' } }),
  'src/workflow.ts': `import { configSchema, entrypoint } from 'wfkit';
import * as z from 'zod';

const Config = configSchema({ words: z.int().default(50) });
export default entrypoint({ config: Config, input: z.object({ question: z.string() }) }, ({ input }) => input.question);
`,
};

async function writeProject(folder: string): Promise<void> {
  await mkdir(join(folder, 'src'));
  for (const [file, text] of Object.entries(PROJECT)) await writeFile(join(folder, file), text);
  await linkPackages(folder, ['zod']);
}

/** Serves what a program made by `wf build` answers about itself. */
async function withAddress(world: CommandWorld): Promise<CommandWorld> {
  const routes = JSON.parse((await world.run('routes --json')).stdout) as RouteSchema[]; // the schema of this command
  const server = await serveRecords({ '/health': { status: 'ok' }, '/openapi.json': toOpenApi(routes) });
  return {
    ...world,
    run: async (line, options) =>
      await world.run(typeof line === 'string' ? line.replaceAll('$ADDRESS', server.url) : line, options),
    mask: (text) => world.mask(text.replaceAll(server.url, 'ADDRESS')),
    describe: () => world.describe().map((line) => line.replaceAll(server.url, 'ADDRESS')),
    [Symbol.asyncDispose]: async () => {
      await server[Symbol.asyncDispose]();
      await world[Symbol.asyncDispose]();
    },
  };
}

async function writeArchive(folder: string): Promise<void> {
  await using source = await openPublicWorld();
  const { exitCode, stderr } = await source.run(`export ${join(folder, 'backup.tar.gz')}`);
  if (exitCode !== 0) throw new Error(stderr);
}

async function openSeedWorld(): Promise<CommandWorld> {
  const service = await startSeedService();
  const { variants } = service;
  return await openWorld(service, {
    names: {
      APP: 'app-1',
      V: 'default',
      OTHER: 'default',
      SPARE: 'default',
      E: 'evaluation-1',
      F: 'evaluation-1',
      H: 'human-1',
    },
    describe: () =>
      variants.map(({ variant_name, parameters }) => `variant ${variant_name} ${JSON.stringify(parameters)}`),
    save: () => {
      const saved = [...variants];
      return () => void variants.splice(0, Infinity, ...saved);
    },
  });
}

/**
 * The app `support` with three variants: `app.n` has three revisions, and `production` ran `app.default@1` and `app.n@2`
 * before `app.n@3`. Nothing refers to `app.spare`.
 */
async function openPublicWorld(): Promise<CommandWorld> {
  const service = await startPublicService({ isHistoryBroken: false });
  const { state, appId } = service;
  const [first] = state.variants;
  const production = state.environments.find(({ name }) => name === 'production');
  if (first === undefined || production === undefined) throw new Error('The service starts with both.');
  deploy(production, first);
  const variant = addVariant(state, { appId, configName: 'n', parameters: { a: 1 } });
  revise(variant, { a: 1, b: 2 });
  deploy(production, variant);
  revise(variant, { a: 1, b: 2, c: 3 });
  deploy(production, variant);
  addVariant(state, { appId, configName: 'spare', parameters: {} });
  const ids = addEvaluations(state, appId);
  return await openWorld(service, {
    names: { APP: 'support', V: 'app.n', SPARE: 'app.spare', OTHER: 'app.default', ...ids },
    describe: () => describeState(state),
    save: () => saveState(state),
  });
}

function addEvaluations(state: PublicState, app_id: string) {
  const testset = {
    id: randomUUID(),
    name: 'cases',
    rows: [
      { question: 'a', correct_answer: 'b' },
      { question: 'c', correct_answer: 'd' },
    ],
  };
  state.testsets.push(testset);
  const evaluator = {
    id: randomUUID(),
    name: 'close (support)',
    key: 'auto_exact_match',
    settings: { correct_answer_key: 'correct_answer' },
  };
  state.evaluators.push(evaluator);
  const [H, ...evaluations] = [randomUUID(), randomUUID(), randomUUID()];
  for (const [index, id] of evaluations.entries()) {
    const body = {
      app_id,
      variant_ids: [state.variants[index]?.id],
      testset_id: testset.id,
      evaluators_configs: [evaluator.id],
    };
    state.evaluations.push({ id, body, polls: 2 });
  }
  const [F, E] = evaluations;
  const body = {
    app_id,
    variant_ids: [state.variants[1]?.id],
    testset_id: testset.id,
    evaluation_type: 'single_model_test',
    inputs: ['question'],
    status: 'EVALUATION_STARTED',
  };
  state.humanEvaluations.push({ id: H, body });
  return { E, F, H };
}

function saveState(state: PublicState): () => void {
  const saved = structuredClone(state);
  return () => {
    for (const key of Object.keys(state) as (keyof PublicState)[]) {
      // Each list gets back its own records.
      const list = state[key] as unknown[];
      list.splice(0, Infinity, ...structuredClone(saved[key]));
    }
  };
}

interface WorldOptions {
  readonly names: Readonly<Record<string, string>>;
  readonly describe: () => string[];
  readonly save: () => () => void;
}

async function openWorld(service: JsonService, { names, describe, save }: WorldOptions): Promise<CommandWorld> {
  const folder = await tempFolder();
  await writeFile(folder.path('gate.json'), '{"rules": [{"metric": "exact_match", "minimum": 0.1}]}');
  await writeFile(folder.path('cases.csv'), 'question,correct_answer\na,b\nc,d\n');
  await writeFile(folder.path('more.csv'), 'question,correct_answer\ne,f\n');
  const home = folder.path('home');
  await mkdir(join(home, 'wf'), { recursive: true });
  const env = {
    HOME: home,
    XDG_CONFIG_HOME: home,
    XDG_DATA_HOME: home,
    WF_BASE_URL: service.url,
    WF_APP: names['APP'] ?? '',
  };
  const known: Readonly<Record<string, string>> = { ...names, FILES: folder.root };
  const fill = (line: string) => line.replaceAll(/\$([A-Z]+)/g, (whole, name: string) => known[name] ?? whole);
  return {
    service,
    folder: folder.root,
    fill,
    describe,
    save,
    run: async (line, options = {}) =>
      await runLine(typeof line === 'string' ? fill(line) : line, { cwd: folder.root, env, ...options }),
    mask: (text) =>
      text
        .replaceAll(service.url, 'URL')
        .replaceAll(folder.root, 'FOLDER')
        .replaceAll(/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, 'ID')
        .replaceAll(/\b[0-9a-f]{8}\b/g, 'ID')
        // Ids are random, so an archive has another hash each time.
        .replaceAll(/(sha256 +)\w+/g, '$1HASH')
        .replaceAll(/(size +)[\d.]+ KB/g, '$1SIZE')
        .replaceAll(/in \d+ ms/g, 'in N ms')
        // Widths of columns depend on the numbers above.
        .replaceAll(/ {2,}/g, '  ')
        .replaceAll(/[\d,]+ MB are free/g, 'N MB are free'),
    [Symbol.asyncDispose]: async () => {
      await service[Symbol.asyncDispose]();
      await folder[Symbol.asyncDispose]();
    },
  };
}
