import { loadOnce } from '../../foundation/load-once.ts';
import type { HostingOptions } from '../../service/hosting/bundles/hosting-options.ts';
import type { Hosting } from '../../service/hosting/hosting.ts';
import { type PackagesRule, requireAllowed } from '../../service/hosting/packages/packages-rule.ts';

const importHosting = () => import('../../service/hosting/create-hosting.ts');

/** Creates a host that loads its code with the first call: most commands call no bundle. */
export function createLazyHosting(readOptions: () => Promise<HostingOptions>, packages: PackagesRule): Hosting {
  let isStopped = false;
  const loaded = loadOnce(async () => {
    const [{ createHosting }, options] = await Promise.all([importHosting(), readOptions()]);
    const hosting = createHosting(options);
    // It refuses the calls that come after the end.
    if (isStopped) await hosting.stop();
    return hosting;
  });
  const stop = async () => {
    isStopped = true;
    // What could not be loaded has nothing to stop, and must not keep the service from closing its store.
    await (await loaded.ifLoaded())?.stop();
  };
  return {
    call: async (call) => await (await loaded.get()).call(call),
    exchange: async (exchange) => await (await loaded.get()).exchange(exchange),
    ask: async (question) => await (await loaded.get()).ask(question),
    requirePackages: (imported) => requireAllowed(imported, packages),
    stop,
    [Symbol.asyncDispose]: stop,
  };
}

/** Loads it at once: a service that runs for long must not depend on files that an update replaces. */
export async function loadHosting(): Promise<void> {
  await importHosting();
}
