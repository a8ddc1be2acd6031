import { spawn } from 'node:child_process';
import { cp, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { bareEnv } from '../run-wf.ts';
import type { TargetServer, TargetSetting } from './target-server.ts';

export interface NodeServer extends TargetServer {
  readonly url: string;
}

/** Runs the folder's `server.mjs`. */
export async function startNodeTarget({ dir, variables }: TargetSetting): Promise<NodeServer> {
  return await startProgram(dir, ['server.mjs'], variables);
}

/** Runs the steps of the folder's Dockerfile without building an image. */
export async function startContainerTarget({ dir, variables }: TargetSetting): Promise<TargetServer> {
  const text = await readFile(join(dir, 'Dockerfile'), 'utf8');
  const image = await mkdtemp(join(tmpdir(), 'wf-image-'));
  const ignored = (await readFile(join(dir, '.dockerignore'), 'utf8')).trim().split('\n');
  await cp(dir, image, { recursive: true, filter: (path) => !ignored.some((name) => path === join(dir, name)) });
  const env = Object.fromEntries(
    [...text.matchAll(/^ENV (.+)$/gm)].flatMap(([, pairs = '']) => pairs.split(' ').map((pair) => pair.split('='))),
  ) as Record<string, string>; // ENV lines hold NAME=VALUE pairs
  const command = JSON.parse(/^CMD (\[.+\])$/m.exec(text)?.[1] ?? '[]') as string[]; // the form that Docker calls exec
  if (command[0] !== 'node' || env['HOST'] !== '0.0.0.0') throw new Error(`Not a command of Node's: ${text}`);
  const server = await startProgram(image, command.slice(1), { ...env, HOST: '127.0.0.1', ...variables });
  const dispose = async () => {
    await server[Symbol.asyncDispose]();
    await rm(image, { recursive: true });
  };
  return { ...server, [Symbol.asyncDispose]: dispose };
}

async function startProgram(
  cwd: string,
  args: readonly string[],
  variables: Readonly<Record<string, string>>,
): Promise<NodeServer> {
  const child = spawn(process.execPath, args, { cwd, env: { ...bareEnv(cwd), ...variables, PORT: '0' } });
  const ended = new Promise<number | null>((done) => {
    child.once('close', done);
  });
  const url = await new Promise<string>((resolve, reject) => {
    let said = '';
    const listen = (chunk: Buffer) => {
      said += chunk.toString();
      const [, address] = /answers on (\S+)\n/.exec(said) ?? [];
      if (address !== undefined) resolve(address);
    };
    child.stdout.on('data', listen);
    child.stderr.on('data', listen);
    void ended.then((code) => reject(new Error(`It ended with ${code}: ${said}`)));
  });
  return {
    url,
    ask: async (path, init = {}) => await fetch(`${url}${path}`, init),
    async [Symbol.asyncDispose]() {
      child.kill('SIGTERM');
      const code = await ended;
      if (code !== 0) throw new Error(`SIGTERM ended it with ${code}.`);
    },
  };
}
