import { exec } from 'node:child_process';
import { readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { delimiter, resolve } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { bundleWorkflow } from '../../src/bundler/bundle/bundle-workflow.ts';
import { describeBundle } from '../../src/bundler/describe/describe-bundle.ts';
import { RouteSchema } from '../../src/contract/deployments/route-schema.ts';
import { listTemplates } from '../../src/use-cases/scaffold/read-template.ts';
import { packagePaths } from '../../src/use-cases/package-paths.ts';
import { bareEnv } from '../helpers/run-wf.ts';
import { scaffold } from '../helpers/scaffold.ts';
import { linkPackages, tempProject, type TempProject } from '../helpers/temp-project.ts';

const paths = packagePaths();

const ROUTES: Record<string, string[]> = {
  agent: ['/'],
  basic: ['/', '/explain'],
  blank: ['/'],
  rag: ['/answer', '/embed', '/retrieve'],
  summarise: ['/'],
};

/** A new project from each template, with this checkout's packages linked instead of installed. */
const projects = new Map<string, TempProject>();

beforeAll(async () => {
  for (const template of Object.keys(ROUTES)) {
    const project = await tempProject();
    projects.set(template, project);
    await scaffold(project.root, template);
    if (template === 'basic') bundledEarly = await bundle(project);
    await linkPackages(project.root, ['zod', 'openai', 'ai', '@ai-sdk', '@opentelemetry', 'typescript', '@types']);
    await symlink(paths.root, project.path('node_modules/wfkit'), 'junction');
  }
});

afterAll(async () => {
  for (const project of projects.values()) await project[Symbol.asyncDispose]();
});

function projectOf(template: string): TempProject {
  const project = projects.get(template);
  if (project === undefined) throw new Error(`No project is from ${template}.`);
  return project;
}

type Bundle = Awaited<ReturnType<typeof bundleWorkflow>>;

/** Of the template `basic`, before its packages are there. */
let bundledEarly: Bundle;

async function bundle(project: TempProject): Promise<Bundle> {
  const outDir = project.path('.wf/build');
  return await bundleWorkflow({ root: project.root, entry: 'src/workflow.ts', outDir, aliases: paths.aliases });
}

/** Runs a script of the project's package.json with this checkout's Node, as npm would; returns its output. */
async function runScript(project: TempProject, name: string): Promise<string> {
  const { scripts } = JSON.parse(await readFile(project.path('package.json'), 'utf8'));
  const env = bareEnv(project.root);
  const path = [resolve('node_modules/.bin'), env['PATH']].join(delimiter);
  const { stdout } = await promisify(exec)(scripts[name], { cwd: project.root, env: { ...env, PATH: path } });
  return stdout;
}

test('each template has a description', async () => {
  const templates = await listTemplates(paths.templates);

  expect(templates.map(({ name }) => name)).toEqual(Object.keys(ROUTES));
  expect(templates.map(({ description }) => description.split(' ').length > 4)).toEqual(templates.map(() => true));
});

test.each(Object.keys(ROUTES))("%s passes its own type check against the package's types", async (template) => {
  await expect(runScript(projectOf(template), 'check')).resolves.toBe('');
});

test('the type check knows the package, and that a text file is a string', async () => {
  const project = projectOf('summarise');
  const entry = project.path('src/workflow.ts');
  const source = await readFile(entry, 'utf8');
  await writeFile(project.path('src/prompt.md'), '# Be brief\n');
  await writeFile(
    project.path('src/prompt.ts'),
    "import 'wfkit';\nimport prompt from './prompt.md';\nexport const words: string[] = prompt.split(' ');\n",
  );
  await writeFile(entry, source.replace('.default(50)', ".default('fifty')"));
  const { stdout } = await runScript(project, 'check').then(
    () => ({ stdout: '' }),
    (error: { readonly stdout: string }) => error,
  );
  await writeFile(entry, source);
  await rm(project.path('src/prompt.ts'));

  expect(stdout.match(/^\S+: error TS\d+: [^.]+/gm)).toEqual([
    'src/workflow.ts(12,43): error TS2769: No overload matches this call',
  ]);
});

test.each(Object.keys(ROUTES))('%s passes its own tests', async (template) => {
  const printed = await runScript(projectOf(template), 'test');

  expect(printed).toMatch(/^ℹ pass [1-9]/m);
  expect(printed).toMatch(/^ℹ fail 0$/m);
  expect(printed).toMatch(/^ℹ skipped 0$/m);
});

test.each(Object.keys(ROUTES))('%s bundles without a key and shows its routes', async (template) => {
  const project = projectOf(template);
  const { code, warnings } = await bundle(project);
  const describing = { root: project.root, entry: 'src/workflow.ts', bundle: code, childScript: paths.describeScript };
  const routes = await describeBundle(describing);

  expect(warnings).toEqual([]);
  expect(routes.map(({ path }) => path).toSorted()).toEqual(ROUTES[template]);
  expect(routes.map((route) => RouteSchema.parse(route))).toEqual(routes);
});

test('basic bundles before npm install', () => {
  expect(bundledEarly.size).toBeGreaterThan(10_000);
});

test.each(Object.keys(ROUTES))('%s pins the package versions that wf is tested with', async (template) => {
  const own = JSON.parse(await readFile(resolve('package.json'), 'utf8'));
  const known: Record<string, string> = { ...own.dependencies, ...own.devDependencies };

  const manifest = await readFile(projectOf(template).path('package.json'), 'utf8');
  const { dependencies, devDependencies } = JSON.parse(manifest);
  const { wfkit: _wfkit, ...others } = { ...dependencies, ...devDependencies };

  expect(others).toEqual(Object.fromEntries(Object.keys(others).map((name) => [name, known[name]])));
});

test('the test set of basic has 60 rows or more, each with a message and a team', async () => {
  const text = await readFile(resolve('templates/basic/testsets/messages.csv'), 'utf8');
  const [header, ...rows] = text.trim().split('\n');

  expect(header).toBe('message,correct_answer');
  expect(rows.length).toBeGreaterThanOrEqual(60);
  expect(rows.filter((row) => !/,(billing|delivery|technical|account|general)$/.test(row))).toEqual([]);
});
