import { mkdir, readFile, symlink, writeFile } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { startWfServe, type WfServe } from '../../helpers/start-wf-serve.ts';
import { linkPackages, tempProject, type TempProject } from '../../helpers/temp-project.ts';
import type { Stage } from './play-table.ts';

/** A service that all tables share, and a home for each table. */
export interface World extends AsyncDisposable {
  /** Opens a home with a project in `project`; its app has the table's name. */
  openStage(app: string): Promise<Stage>;
}

export async function openWorld(): Promise<World> {
  const home = await tempProject();
  const server = await startWfServe(home.root);
  const key = (await readFile(server.keyFile, 'utf8')).trim();
  await linkPackages(home.root, ['zod']);
  await symlink(resolve('.'), home.path('node_modules/wfkit'), 'junction');
  return {
    openStage: (app) => openStage(home, server, { app, key }),
    [Symbol.asyncDispose]: async () => {
      await server[Symbol.asyncDispose]();
      await home[Symbol.asyncDispose]();
    },
  };
}

async function openStage(
  home: TempProject,
  server: WfServe,
  { app, key }: { app: string; key: string },
): Promise<Stage> {
  const folder = home.path(`tables/${app}`);
  await mkdir(folder, { recursive: true });
  for (const [file, text] of Object.entries(filesOf(app))) {
    const path = `${folder}/${file}`;
    await mkdir(dirname(path), { recursive: true });
    await writeFile(path, text);
  }
  const env = { HOME: folder, XDG_CONFIG_HOME: folder, XDG_DATA_HOME: folder };
  return { folder, env: { ...env, WF_BASE_URL: server.url, WF_API_KEY: key, APP: app, DATA: dirname(server.keyFile) } };
}

/** The tables are not in a project, so that `--app` matters. */
function filesOf(app: string): Record<string, string> {
  return {
    'project/wf.config.ts': `import { defineConfig } from 'wfkit';\n\nexport default defineConfig({ app: '${app}', entry: 'workflow.ts' });\n`,
    'project/workflow.ts': WORKFLOW,
    'cases.csv': CASES,
    'note.txt': 'from a file',
    'params.json': '{"note":"from params","count":7}',
    'inputs.json': '{"text":"from inputs"}',
    'gate.json': '{"rules":[{"metric":"exact_match","minimum":0}]}',
  };
}

const WORKFLOW = `import { configSchema, entrypoint, multipleChoice, route } from 'wfkit';
import * as z from 'zod';

const note = z.string().default('plain');
const Config = configSchema({
  note,
  tail: z.string().default('.'),
  count: z.number().default(1),
  mode: multipleChoice(['calm', 'loud']).default('calm'),
});
const Shout = configSchema({ note, tail: z.string().default('!') });
const Input = z.object({ text: z.string(), more: z.string().optional() });

export default entrypoint({ config: Config, input: Input, output: z.string() }, ({ config, input }) =>
  [config.note, input.text, input.more].filter((part) => part !== undefined).join(' '),
);

export const variable = route('/variable', { input: Input, output: z.string() }, () => process.env['NAME'] ?? 'none');

export const shout = route('/shout', { config: Shout, input: Input, output: z.string() }, ({ config, input }) =>
  config.note + ' ' + input.text.toUpperCase() + config.tail,
);
`;

const CASES = `text,kind,size,correct_answer
one,odd,1,plain one
two,even,2,plain two
three,odd,3,plain three
a=b,even,4,wrong
`;
