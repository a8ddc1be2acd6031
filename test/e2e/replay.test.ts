import { expect, test } from 'vitest';
import { runWf } from '../helpers/run-wf.ts';
import { startHttpServer } from '../helpers/start-http-server.ts';
import { linkPackages, tempProject } from '../helpers/temp-project.ts';

const WORKFLOW = `
import { entrypoint } from 'wfkit';

/** Asks a model that runs on this machine. */
export default entrypoint({}, async ({ input }) => {
  const answer = await fetch(process.env.OPENAI_BASE_URL + '/chat/completions', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ model: 'local', messages: [{ role: 'user', content: String(input.message) }] }),
  });
  return (await answer.json()).choices[0].message.content;
});
`;

test('a replay from the embedded service calls a model on this machine, as a call of the environment does', async () => {
  const asked: string[] = [];
  await using model = await startHttpServer((request, response) => {
    asked.push(request.url ?? '');
    request.resume();
    const choices = [{ index: 0, finish_reason: 'stop', message: { role: 'assistant', content: 'from here' } }];
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify({ choices }));
  });
  await using project = await tempProject({
    'package.json': JSON.stringify({ name: 'local', type: 'module' }),
    'wf.config.json': JSON.stringify({ app: 'local', entry: 'workflow.ts' }),
    'workflow.ts': WORKFLOW,
    '.env': `OPENAI_BASE_URL=${model.url}/v1\n`,
  });
  await linkPackages(project.root, ['zod']);
  const wf = async (...args: string[]) => await runWf(args, { cwd: project.root });
  expect((await wf('deploy', '--env', 'production')).exitCode).toBe(0);
  for (const words of [
    ['run', '/', '--env', 'production'],
    ['replay', 'production', '/'],
  ]) {
    const { exitCode, stdout, stderr } = await wf(...words, '--input', 'message=hello');
    expect([words[0], exitCode, stdout.trim(), exitCode === 0 ? '' : stderr]).toEqual([words[0], 0, 'from here', '']);
  }
  expect(asked).toEqual(['/v1/chat/completions', '/v1/chat/completions']);
});
