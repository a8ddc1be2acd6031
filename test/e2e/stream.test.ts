import { spawn } from 'node:child_process';
import { expect, test } from 'vitest';
import { bareEnv, runWf, WF } from '../helpers/run-wf.ts';
import { linkPackages, tempProject } from '../helpers/temp-project.ts';

const WORKFLOW = `
import { entrypoint, route } from 'wfkit';

/** A route that waits between its parts for a file, which the reader creates. */
export default entrypoint({}, async function* ({ input }) {
  yield 'first ';
  if (input.wait) await fetch(String(input.wait));
  yield 'second';
});

export const broken = route('/broken', {}, async function* () {
  yield 'first';
  throw new Error('no more');
});

export const plain = route('/plain', {}, async () => 'whole');
`;

test('parts are printed as they arrive', async () => {
  await using project = await streamProject();
  const { promise: asked, resolve: ask } = Promise.withResolvers<void>();
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  const { createServer } = await import('node:http');
  const server = createServer((_request, response) => {
    ask();
    void released.then(() => response.end());
  });
  await new Promise<void>((done) => {
    server.listen(0, '127.0.0.1', done);
  });
  const address = server.address();
  const port = address !== null && typeof address === 'object' ? address.port : 0;
  const args = [WF, 'run', '/', '--stream', '--input', `wait=http://127.0.0.1:${port}`];
  const child = spawn(process.execPath, args, { cwd: project.root, env: bareEnv(project.root) });
  let stdout = '';
  child.stdout.on('data', (chunk: Buffer) => (stdout += chunk.toString()));
  await asked;
  await expect.poll(() => stdout).toBe('first ');
  release();
  const exitCode = await new Promise((done) => {
    child.on('close', done);
  });
  server.close();
  expect([exitCode, stdout]).toEqual([0, 'first second\n']);
});

test('a failure during a stream is reported after the parts that arrived', async () => {
  await using project = await streamProject();
  const run = await runWf(['run', '/broken', '--stream'], { cwd: project.root });
  expect(run).toMatchObject({ exitCode: 1, stdout: expect.stringContaining('first') });
  expect(run.stderr).toContain('The workflow failed during its answer: no more.');
});

test('an answer without streaming is printed whole, and a stream is collected without --stream', async () => {
  await using project = await streamProject();
  const plain = await runWf(['run', '/plain', '--stream'], { cwd: project.root });
  const collected = await runWf(['run', '/'], { cwd: project.root });
  expect([plain.stdout, collected.stdout]).toEqual(['whole\n', 'first second\n']);
});

async function streamProject() {
  const project = await tempProject({
    'package.json': JSON.stringify({ name: 'support', type: 'module' }),
    'wf.config.json': JSON.stringify({ app: 'support' }),
    'src/workflow.ts': WORKFLOW,
  });
  await linkPackages(project.root, ['zod']);
  return project;
}
