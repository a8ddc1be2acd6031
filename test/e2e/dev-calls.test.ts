import { expect, test } from 'vitest';
import { startDev } from '../helpers/start-dev.ts';
import { tempProject } from '../helpers/temp-project.ts';

test('the terminal of wf dev shows each call, and where the code threw', async () => {
  await using project = await tempProject({
    'wf.config.json': JSON.stringify({ app: 'support' }),
    'src/workflow.ts':
      "import { entrypoint } from 'wfkit';\nexport default entrypoint({}, async () => JSON.parse('{'));\n",
  });
  await using dev = await startDev(project, ['--port', '0']);
  await dev.call('/playground/run');
  await expect.poll(() => dev.log).toContain('"call-end"');
  const line = dev.log.split('\n').find((text) => text.includes('"call-end"'));
  expect(JSON.parse(line ?? '')).toMatchObject({
    type: 'call-end',
    route: '/',
    status: 500,
    cost: null,
    message: expect.stringContaining('JSON'),
    file: 'src/workflow.ts',
    line: 2,
    frame: expect.stringMatching(/^ {2}2 \| .*\n.*\^$/),
  });
});
