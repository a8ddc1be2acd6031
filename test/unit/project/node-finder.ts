import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';

const FIND_PROJECT = new URL('../../../src/project/find-project.ts', import.meta.url).href;

/** What a command would find. */
export interface Found {
  /** The settings, or the message of the error. */
  readonly config: unknown;
  readonly nextSteps?: readonly string[];
  /** Whether the file was read and evaluated. */
  readonly wasEvaluated: boolean;
}

/**
 * Finds projects as commands do, in a process of Node: Vitest imports modules differently. The code of wf is loaded anew
 * for each, so that nothing but its cache on disk is shared.
 */
export class NodeFinder {
  readonly #child = spawn(process.execPath, ['--input-type=module', '-e', PROGRAM], {
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
  });
  readonly #stderr = text(Readable.from(this.#child.stderr ?? []));

  async find(root: string, env: Readonly<Record<string, string>> = {}): Promise<Found> {
    const answer = once(this.#child, 'message');
    this.#child.send({ root, env: { WF_TRUSTED_FOLDERS: root, ...env } });
    const [found] = await answer;
    return found as Found; // what PROGRAM sends
  }

  /** Ends the process, and returns what it wrote to standard error, where it would mix with a command's output. */
  async close(): Promise<string> {
    this.#child.disconnect();
    return await this.#stderr;
  }
}

const PROGRAM = `
  let wasEvaluated = false;
  let count = 0;
  process.on('disconnect', () => process.exit());
  process.getBuiltinModule('module').registerHooks({
    resolve(specifier, context, next) {
      wasEvaluated ||= specifier.endsWith('/load-project-file.ts');
      return next(specifier, context);
    },
  });
  const inherited = { ...process.env };
  process.on('message', async ({ root, env }) => {
    for (const name of Object.keys(process.env)) delete process.env[name];
    Object.assign(process.env, inherited, env);
    wasEvaluated = false;
    const { findProject } = await import(${JSON.stringify(`${FIND_PROJECT}?`)} + (count += 1));
    const { config, nextSteps } = await findProject(root).catch(({ message, nextSteps }) => ({ config: message, nextSteps }));
    process.send({ config, ...(nextSteps && { nextSteps }), wasEvaluated });
  });
`;
