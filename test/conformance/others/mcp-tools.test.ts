import { describe, expect, test } from 'vitest';
import { NO_PACKAGE_RULES } from '../../../src/bundler/packages/external-package.ts';
import { createClient } from '../../../src/client/create-client.ts';
import { httpTransport } from '../../../src/client/transport/http-transport.ts';
import { isWfError } from '../../../src/foundation/errors/wf-error.ts';
import { listTools } from '../../../src/use-cases/scripts/mcp/list-tools.ts';
import { changesOf } from '../../helpers/other-services/changes-of.ts';
import { type CommandWorld, openCommandWorld, SERVICES } from '../../helpers/other-services/command-worlds.ts';
import { MISBEHAVIOURS, type MisbehaviourName } from '../../helpers/other-services/misbehaviours.ts';
import { TOOL_LINES } from '../../helpers/other-services/tool-lines.ts';

const TOOLS = new Map(listTools(true).map((tool) => [tool.name, tool]));
const LINES = Object.entries(TOOL_LINES).flatMap(([tool, lines]) => lines.map((line) => ({ ...line, tool })));

test('every tool has a line', () => {
  expect(Object.keys(TOOL_LINES)).toEqual([...TOOLS.keys()]);
});

describe.each(SERVICES)('at the %s service', (service) => {
  test.each(LINES)('$tool $words', async (line) => {
    const { exitCode = 0, says = '', changes = [] } = line[service];
    await using world = await openCommandWorld(service);
    const run = await runTool(world, line);
    expect(run).toEqual({ exitCode, said: expect.stringContaining(says), changes: changes.toSorted() });
  });

  test.each(Object.keys(MISBEHAVIOURS) as MisbehaviourName[])(
    'nothing is a wrong success: it %s',
    { timeout: 60_000 },
    async (misbehaviour) => {
      const problems: string[] = [];
      for (const line of LINES) {
        await using world = await openCommandWorld(service);
        world.service.misbehaves = MISBEHAVIOURS[misbehaviour](world);
        const run = await runTool(world, line);
        if (run.exitCode !== 0) continue;
        await using good = await openCommandWorld(service);
        const normal = await runTool(good, line);
        const isSame = JSON.stringify(run.changes) === JSON.stringify(normal.changes);
        const isWarned = run.said.includes('"warning":"');
        if (isSame && (isWarned || run.said === normal.said || isRelayed(misbehaviour, line.tool))) continue;
        problems.push(`${line.tool} changed ${run.changes.join(', ')} and answers ${run.said}`);
      }
      expect(problems).toEqual([]);
    },
  );
});

/** The value of a result is of any type, so it is passed on as it is. */
function isRelayed(misbehaviour: MisbehaviourName, tool: string): boolean {
  return misbehaviour === 'sends numbers as text' && ['list_evaluations', 'watch_evaluation'].includes(tool);
}

async function runTool(world: CommandWorld, { tool: name, words }: (typeof LINES)[number]) {
  const tool = TOOLS.get(name);
  if (tool === undefined) throw new Error(`There is no tool ${name}`);
  await using client = createClient({ transport: httpTransport(), baseUrl: world.service.url, retries: 0 });
  const before = world.describe();
  const [root, dataDir] = ['/nowhere', '/nowhere/.wf'];
  const names = { app: world.fill('$APP'), base: 'main', variant: 'default' };
  const project = async () => ({ ...names, root, dataDir, entry: 'a.ts', files: [], packages: NO_PACKAGE_RULES });
  const { exitCode, said } = await tool
    .run(JSON.parse(world.fill(words)), { client, url: world.service.url, app: names.app, project, env: {} })
    .then(
      (result) => ({ exitCode: 0, said: world.mask(JSON.stringify(result)) }),
      (error: unknown) => ({ exitCode: isWfError(error) ? error.exitCode : 1, said: String(error) }),
    );
  return { exitCode, said, changes: changesOf(before, world.describe()).toSorted() };
}
