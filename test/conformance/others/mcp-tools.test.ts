import { describe, expect, test } from 'vitest';
import { createClient } from '../../../src/client/create-client.ts';
import { adaptClient } from '../../../src/client/public/adapt-client.ts';
import { httpTransport } from '../../../src/client/transport/http-transport.ts';
import { isWfError } from '../../../src/foundation/errors/wf-error.ts';
import { ShownFailure } from '../../../src/use-cases/scripts/mcp/tool.ts';
import { changesOf } from '../../helpers/other-services/changes-of.ts';
import { type CommandWorld, openCommandWorld, SERVICES } from '../../helpers/other-services/command-worlds.ts';
import { MISBEHAVIOURS, type MisbehaviourName } from '../../helpers/other-services/misbehaviours.ts';
import { createToolContext, listOwnTools } from '../../helpers/tool-context.ts';
import { TOOL_LINES } from '../../helpers/other-services/tool-lines.ts';

const TOOLS = new Map((await listOwnTools()).map((tool) => [tool.name, tool]));
const LINES = Object.entries(TOOL_LINES).flatMap(([tool, lines]) => lines.map((line) => ({ ...line, tool })));

test('every tool has a line', () => {
  expect(Object.keys(TOOL_LINES)).toEqual([...TOOLS.keys()]);
});

describe.each(SERVICES)('at the %s service', (service) => {
  test.each(LINES)('$tool $words', async (line) => {
    const { exitCode = 0, says = '', changes = [] } = line[service];
    await using world = await openWorld(service, line);
    const run = await runTool(world, line);
    expect(run).toEqual({ exitCode, said: expect.stringContaining(says), changes: changes.toSorted() });
  });

  test.each(Object.keys(MISBEHAVIOURS) as MisbehaviourName[])(
    'nothing is a wrong success: it %s',
    { timeout: 60_000 },
    async (misbehaviour) => {
      const problems: string[] = [];
      for (const line of LINES) {
        await using world = await openWorld(service, line);
        world.service.misbehaves = MISBEHAVIOURS[misbehaviour](world);
        const run = await runTool(world, line);
        if (run.exitCode !== 0) continue;
        await using good = await openWorld(service, line);
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
  return (
    misbehaviour === 'sends numbers as text' &&
    ['list_evaluations', 'summarise_evaluation', 'watch_evaluation'].includes(tool)
  );
}

async function openWorld(service: (typeof SERVICES)[number], { tool }: (typeof LINES)[number]): Promise<CommandWorld> {
  return await openCommandWorld(service, tool.endsWith('deploy') ? 'project' : undefined);
}

async function runTool(world: CommandWorld, { tool: name, words }: (typeof LINES)[number]) {
  const tool = TOOLS.get(name);
  if (tool === undefined) throw new Error(`There is no tool ${name}`);
  await using client = adaptClient(
    createClient({ transport: httpTransport(), baseUrl: world.service.url, retries: 0 }),
  );
  const before = world.describe();
  const context = createToolContext({
    client,
    url: world.service.url,
    app: world.fill('$APP'),
    cwd: world.folder,
  });
  const { exitCode, said } = await tool.run(JSON.parse(world.fill(words)), context).then(
    (result) => ({ exitCode: 0, said: world.mask(JSON.stringify(result)) }),
    (error: unknown) => {
      const cause = error instanceof ShownFailure ? error.cause : error;
      return { exitCode: isWfError(cause) ? cause.exitCode : 1, said: String(cause) };
    },
  );
  return { exitCode, said, changes: changesOf(before, world.describe()).toSorted() };
}
