import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Miniflare } from 'miniflare';
import type { AskInit, TargetServer, TargetSetting } from './target-server.ts';

interface WranglerConfig {
  readonly main: string;
  readonly compatibility_date: string;
  readonly compatibility_flags: string[];
}

/** Runs the Worker on workerd with its own configuration. */
export async function startCloudflareTarget({ dir, variables }: TargetSetting): Promise<TargetServer> {
  // Created by the build under test; a missing field fails the start.
  const config = JSON.parse(await readFile(join(dir, 'wrangler.json'), 'utf8')) as WranglerConfig;
  // What wrangler uploads next to the main module.
  const compiled = (await readdir(dir)).filter((name) => name.endsWith('.wasm'));
  const miniflare = new Miniflare({
    modules: [
      { type: 'ESModule', path: join(dir, config.main) },
      ...compiled.map((name) => ({ type: 'CompiledWasm' as const, path: join(dir, name) })),
    ],
    modulesRoot: dir,
    compatibilityDate: config.compatibility_date,
    compatibilityFlags: config.compatibility_flags,
    bindings: { ...variables },
  });
  const url = await miniflare.ready.catch(async (error: unknown) => {
    // It would keep this process from ending.
    await miniflare.dispose();
    throw error;
  });
  // Its own `Response` class differs from the global one but behaves the same.
  const ask = async (address: URL, init: AskInit) =>
    (await miniflare.dispatchFetch(address, init)) as unknown as Response;
  return {
    ask: async (path, init = {}) => await ask(new URL(path, url), init),
    [Symbol.asyncDispose]: async () => await miniflare.dispose(),
  };
}
