import { writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createSlices } from '../../src/http/create-slices.ts';
import { readAnswerInSlices } from '../../src/service/evaluations/plan/read-answer.ts';
import { packagePaths } from '../../src/use-cases/package-paths.ts';
import { type HostedWorkflow, hostWorkflow } from '../helpers/host-workflow.ts';
import { startHosting } from '../helpers/start-hosting.ts';

let hosted: HostedWorkflow;

beforeAll(async () => void (hosted = await hostWorkflow('ending.ts')));

afterAll(async () => await hosted[Symbol.asyncDispose]());

const originOf = (requestId: string) => ({ requestId, variant: 'default', revision: 1, environment: null });

/** Why a client's call failed. */
async function failureOf(path: string, name: string): Promise<string> {
  const answer = await hosted.exchange(path, { name }, { origin: originOf(name) });
  const text = answer instanceof Response ? await answer.text() : answer.text;
  return (JSON.parse(text) as { detail: string }).detail;
}

test('of a process that ended, each caller sees the lines of its own call, and the log has all', async () => {
  const held = ['first', 'second'].map(async (name) => await failureOf('/run/hold', name));
  const asked = hosted.askProcess('/run/hold', { name: 'asked' });
  const written = () => hosted.lines.map(({ text }) => text);
  await expect
    .poll(written, { timeout: 60_000 })
    .toEqual(expect.arrayContaining(['first holds', 'second holds', 'asked holds']));
  const ended = await failureOf('/run/end', 'third');
  const said = 'The workflow of app "support" failed in the middle of the call: its process ended with exit code 7. ';
  expect([...(await Promise.all(held)), ended]).toEqual(
    ['first holds', 'second holds', 'third ends'].map((line) => `${said}Its last lines: ${line}`),
  );
  expect(JSON.parse((await asked).text)).toEqual({ detail: `${said}The app's log has what it wrote.` });
  await expect.poll(written).toContain('third ends');
});

test('an output of three million lists is an error of its row, and its process answers the next', async () => {
  const lists = async (count: number) =>
    await readAnswerInSlices(await hosted.askProcess('/run/lists', { count }), createSlices());
  expect(await lists(3_000_000)).toMatchObject({
    kind: 'failed',
    error: { message: expect.stringContaining('more than 100,000 values') as string },
  });
  expect(await lists(30_000)).toMatchObject({ kind: 'answered', output: { length: 30_000 } });
  expect(hosted.lines.filter(({ stream, text }) => stream === 'service' && text.includes('invalid message'))).toEqual(
    [],
  );
});

describe('no path of the service is in the failure of', () => {
  const OWN = dirname(fileURLToPath(packagePaths().hostScript));

  test.each([
    ['read', 'nothing.txt'],
    ['import', 'nothing.mjs'],
    ['cause', 'No text.'],
    ['package', 'expected string'],
  ])('a call that fails by %s, with and without its stack', async (how, said) => {
    for (const path of ['/run/fail', '/playground/run/fail']) {
      const answer = JSON.stringify(await hosted.ask(path, { how }));
      expect(answer).toContain(said);
      expect(answer).not.toMatch(/wf-hosted-|\/artifacts\/|file:\/\//);
      expect(answer).not.toContain(OWN);
    }
  });

  test.each([
    ['a bundle that is not stored', { readArtifact: async () => null }, 'is not stored'],
    ['a bundle that cannot be read', { readArtifact: async () => await readMissing() }, 'ENOENT'],
    ['a bundle that is damaged', { readArtifact: async () => new Uint8Array(3) }, 'is damaged'],
  ])('%s', async (_, backend, said) => {
    await using host = await startHosting({ backend });
    await expectHidden(host.dataDir, await host.call(await host.deploy('probe.mjs'), '/health'), said);
  });

  test('a bundle that cannot be written, and one that ends while it starts', async () => {
    await using host = await startHosting();
    const crashing = await host.call(await host.deploy('refuses-to-start.mjs'), '/health');
    await expectHidden(host.dataDir, crashing, 'ended with exit code 1');
    await using other = await startHosting();
    await writeFile(join(other.dataDir, 'artifacts'), '');
    const unwritten = await other.call(await other.deploy('probe.mjs'), '/health');
    await expectHidden(other.dataDir, unwritten, 'ENOTDIR');
  });
});

async function readMissing(): Promise<never> {
  const path = join(tmpdir(), 'wf-nothing', 'data', 'artifacts', 'a');
  throw Object.assign(new Error(`ENOENT: no such file or directory, open '${path}'`), { code: 'ENOENT', path });
}

async function expectHidden(folder: string, response: Response, said: string): Promise<void> {
  const text = await response.text();
  expect([response.status, text]).toEqual([502, expect.stringContaining(said)]);
  expect(text).not.toContain(folder);
  expect(text).not.toContain(tmpdir());
}
