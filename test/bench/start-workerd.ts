import { Miniflare } from 'miniflare';
import { readFile } from 'node:fs/promises';
import type { BenchProject } from './bench-project.ts';
import { runProcess } from './run-process.ts';

/**
 * Builds the project for workerd, and serves it there.
 *
 * @param stack - ends workerd with the rest of the bench
 * @returns its port
 */
export async function startWorkerd(stack: AsyncDisposableStack, project: BenchProject): Promise<number> {
  await runProcess(project.wf('build', '--target', 'cloudflare', '--output', '../worker'));
  const dir = project.path('../worker');
  const text = await readFile(`${dir}/wrangler.json`, 'utf8');
  // Just written by the build.
  const config = JSON.parse(text) as { main: string; compatibility_date: string; compatibility_flags: string[] };
  const miniflare = new Miniflare({
    modules: [{ type: 'ESModule', path: `${dir}/${config.main}` }],
    modulesRoot: dir,
    compatibilityDate: config.compatibility_date,
    compatibilityFlags: config.compatibility_flags,
  });
  stack.defer(() => miniflare.dispose());
  return Number((await miniflare.ready).port);
}
