import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import Deploy from '../../../commands/deployments/deploy.ts';
import Api from '../../../commands/scripts/api.ts';
import Client from '../../../commands/scripts/client.ts';
import Mcp from '../../../commands/scripts/mcp.ts';
import Schema from '../../../commands/scripts/schema.ts';
import { openStory } from '../../helpers/play-story.ts';

const FILES = {
  'package.json': JSON.stringify({ name: 'support', wf: { app: 'support' } }),
  'src/workflow.ts': `import { configSchema, entrypoint, multipleChoice, route } from 'wfkit';
import * as z from 'zod';

const Config = configSchema({ tone: multipleChoice(['formal', 'casual']).default('formal') });
const Input = z.object({ text: z.string(), limit: z.int().optional() });
export default entrypoint({ config: Config, input: Input, output: z.string() }, ({ input }) => input.text);
export const check = route('/check', { config: Config, input: Input }, ({ input }) => input);
`,
};

test('other programs get clients, schemas and tools', { timeout: 60_000 }, async () => {
  await using story = await openStory(FILES);
  await story.play('pipe', [Client, '--output client.ts'], [Client], [Api, 'GET /apps']);
  await story.play('--quiet', [Deploy, '--env production']);
  await story.play(
    'pipe',
    [Client, ['--output', story.path('client.ts')]],
    [Client, ['--output', story.path('env.ts'), '--env', 'production']],
    [Client, '--base nothing'],
    [Client, '--env staging'],
  );
  await expect(await readFile(story.path('client.ts'), 'utf8')).toMatchFileSnapshot('stories/client.ts.txt');
  await story.play('--json', [Mcp, '--list'], [Client, ['--output', story.path('client.ts')]]);
  await story.play(
    'terminal',
    [Mcp, '--list'],
    [Mcp, '--list --allow-writes'],
    [Mcp, '--list --routes'],
    [Mcp, '--list --routes --variant default'],
    [Mcp, '--list --routes --env nothing'],
    [Schema, 'variants list'],
    [Schema, 'nothing'],
  );
  await story.play(
    'pipe',
    [Api, 'GET /nothing'],
    [Api, ['POST', '/apps', '--body', '{"app_name":"made"}']],
    [Api, 'POST /apps --body nonsense'],
    [Api, 'FETCH /apps'],
  );
  await story.play('--json', [Api, 'GET /apps'], [Api, 'GET /apps/nothing']);
  await expect(story.transcript).toMatchFileSnapshot('stories/scripts.txt');
});
