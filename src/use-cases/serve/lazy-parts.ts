import type { HeavyWork } from '../../evaluation/judges/evaluator-tools.ts';
import type { ScoreProcesses } from '../../service/evaluators/scoring/create-heavy-work.ts';
import type { HostingOptions } from '../../service/hosting/bundles/hosting-options.ts';
import type { Hosting } from '../../service/hosting/hosting.ts';
import { type PackagesRule, requireAllowed } from '../../service/hosting/packages/packages-rule.ts';

const importHosting = () => import('../../service/hosting/create-hosting.ts');
const importHeavyWork = () => import('../../service/evaluators/scoring/create-heavy-work.ts');

/** Creates a host that loads its code with the first call: most commands call no bundle. */
export function createLazyHosting(readOptions: () => Promise<HostingOptions>, packages: PackagesRule): Hosting {
  let isStopped = false;
  let loading: Promise<Hosting> | undefined;
  const load = async () => {
    const [{ createHosting }, options] = await Promise.all([importHosting(), readOptions()]);
    const hosting = createHosting(options);
    // It refuses the calls that come after the end.
    if (isStopped) await hosting.stop();
    return hosting;
  };
  const open = () => (loading ??= load());
  const stop = async () => {
    isStopped = true;
    await (await loading)?.stop();
  };
  return {
    call: async (call) => await (await open()).call(call),
    exchange: async (exchange) => await (await open()).exchange(exchange),
    ask: async (question) => await (await open()).ask(question),
    requirePackages: (imported) => requireAllowed(imported, packages),
    stop,
    [Symbol.asyncDispose]: stop,
  };
}

/**
 * Creates the processes that compute scores, whose code is loaded with the first score that takes long.
 *
 * @param script - `score-process`
 */
export function createLazyHeavyWork(script: URL): HeavyWork & { readonly close: () => Promise<void> } {
  let loading: Promise<ScoreProcesses> | undefined;
  const open = () => (loading ??= importHeavyWork().then(({ createHeavyWork }) => createHeavyWork(script)));
  return {
    score: async (...work) => await (await open()).score(...work),
    check: async (evaluator) => await (await open()).check(evaluator),
    close: async () => (await loading)?.close(),
  };
}

/** Loads all of them: a service that runs for long must not depend on files that an update replaces. */
export async function loadParts(): Promise<void> {
  await Promise.all([importHosting(), importHeavyWork()]);
}
