import { readFile, rename } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { emptyPackage, type Manager, MANAGERS, tarballSpec, useRegistry } from './managers.ts';
import { type Machine, NODES, openMachine } from './open-machine.ts';
import { startRegistry } from './start-registry.ts';

let machine: Machine;
let published: Awaited<ReturnType<Machine['publish']>>;

beforeAll(async () => {
  machine = await openMachine();
  published = await machine.publish();
});

afterAll(async () => {
  await machine[Symbol.asyncDispose]();
});

type Shell = (cwd: string, command: string) => Promise<string>;

/** Installs, tests, checks and runs a new project, as a build machine does. */
async function useProject(shell: Shell, project: string, { install, frozen, run, wf }: Manager): Promise<void> {
  await shell(project, install);
  await shell(project, 'rm -rf node_modules');
  await shell(project, frozen);
  expect(await shell(project, `${run} test`)).toContain('ℹ fail 0');
  await shell(project, `${run} check`);
  expect(lastLine(await shell(project, `${wf} run / --input message="I was charged twice"`))).toBe('billing');
}

function lastLine(text: string): string | undefined {
  return text.trim().split('\n').at(-1);
}

describe.each(NODES)('on Node %i', (node) => {
  const shellWith = (env: Readonly<Record<string, string>> = {}): Shell => {
    return async (cwd, command) => await machine.run(cwd, command, { ...machine.useNode(node), ...env });
  };

  test('it is that Node', async () => {
    expect(await shellWith()(machine.path('.'), 'node --version')).toMatch(new RegExp(`^v${node}\\.`));
  });

  test.each(MANAGERS)('$title: the tarball creates a project that is moved, installed and used', async (manager) => {
    const shell = shellWith();
    const root = await emptyPackage(machine, manager, `tarball ${node} ${manager.title}`);
    await shell(root, `${manager.add} "${tarballSpec(manager, machine.tarball)}"`);
    const created = JSON.parse(await shell(root, `${manager.wf} init "my app" --template basic --json`)) as object;
    expect(created).toMatchObject({ package_manager: manager.name, wf: 'file:vendor/wfkit-0.1.0.tgz' });
    const project = machine.path(`moved ${node} ${manager.title}`);
    await rename(join(root, 'my app'), project);
    await useProject(shell, project, manager);
  });

  test.each(MANAGERS)('$title: the published package creates a project that names its version', async (manager) => {
    await using registry = await startRegistry({ ...published, upstream: machine.upstream });
    const shell = shellWith(useRegistry(registry.url));
    const root = await emptyPackage(machine, manager, `published ${node} ${manager.title}`);
    await shell(root, `${manager.add} wfkit`);
    // Below that package: under Plug'n'Play, its map of packages is not this project's.
    await shell(root, `${manager.wf} init new --template basic`);
    const project = join(root, 'new');
    expect(JSON.parse(await readFile(join(project, 'package.json'), 'utf8'))).toMatchObject({
      dependencies: { wfkit: published.manifest.version },
    });
    await useProject(shell, project, manager);
  });

  test.each(MANAGERS)('$title: wf joins a package that exists, and uses its packages', async (manager) => {
    const shell = shellWith();
    const spec = tarballSpec(manager, machine.tarball);
    const tools = await emptyPackage(machine, manager, `tools ${node} ${manager.title}`);
    await shell(tools, `${manager.add} "${spec}"`);
    const root = await emptyPackage(machine, manager, `joined ${node} ${manager.title}`, {
      'flows.mjs': WITH_PACKAGE,
      'rows.csv': 'n,correct_answer\n3,odd\n4,even\n',
    });
    await shell(root, `${manager.add} is-odd@3.0.1`);
    await shell(tools, `${manager.wf} init --into "${root}" --entry flows.mjs --yes`);
    await shell(root, manager.install);
    expect(lastLine(await shell(root, `${manager.wf} run / --input n=3`))).toBe('odd');
    await shell(root, `${manager.wf} deploy`);
    expect(lastLine(await shell(root, `${manager.wf} run / --input n=4 --variant default`))).toBe('even');
    const evaluated = await shell(
      root,
      `${manager.wf} eval run --testset rows.csv --variants default --evaluators exact_match --json`,
    );
    expect(evaluated).toContain('"EVALUATION_FINISHED"');
    expect(await shell(root, developing(manager))).toContain('Loaded in');
  });
});

const WITH_PACKAGE = `import { entrypoint } from 'wfkit';
import isOdd from 'is-odd';
import * as z from 'zod';

const Input = z.object({ n: z.int() });
export default entrypoint({ input: Input }, async ({ input }) => (isOdd(input.n) ? 'odd' : 'even'));
`;

/** Runs `wf dev` until it has loaded the sources. Package managers do not pass signals on: wf itself is stopped. */
function developing({ wf }: Manager): string {
  return `timeout 60 ${wf} dev --no-open --port 0 > dev.log 2>&1 &
    for _ in $(seq 300); do grep -q -e 'Loaded in' -e Error dev.log && break; sleep 0.1; done
    node -e 'process.kill(JSON.parse(require("fs").readFileSync(".wf/dev.json")).pid)'; wait; cat dev.log`;
}
