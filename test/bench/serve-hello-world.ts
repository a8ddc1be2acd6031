import { runProcess } from './run-process.ts';
import type { BenchProject } from './bench-project.ts';
import { startWf } from './running-wf.ts';

/** A deployed hello world behind one `wf serve`. */
export interface ServedWorkflow {
  readonly port: number;
  readonly appId: string;
  readonly headers: Readonly<Record<string, string>>;
  /** Path of its route. */
  readonly path: string;
  /** Calls the deployed configuration. */
  readonly body: string;
}

/** What a call of the hello world sends, without a configuration. */
export const HELLO = { name: 'you' };

/**
 * Starts `wf serve`, and deploys the project to it.
 *
 * @param stack - ends the service with the rest of the bench
 */
export async function serveHelloWorld(
  stack: AsyncDisposableStack,
  project: BenchProject,
  ...flags: readonly string[]
): Promise<ServedWorkflow> {
  const running = stack.use(await startWf(project, 'serve', '--port', '0', ...flags));
  const { stdout } = await runProcess(project.wf('deploy', '--json', '--base-url', running.url));
  // Printed by `wf deploy --json` for a service with an address.
  const { deployment } = JSON.parse(stdout) as { deployment: { uri: string } };
  const { port, pathname } = new URL(deployment.uri);
  return {
    port: Number(port),
    appId: pathname.split('/')[2] ?? '',
    headers: { authorization: `ApiKey ${running.key}` },
    path: `${pathname}/run`,
    body: JSON.stringify({ ...HELLO, config: 'default' }),
  };
}
