import { readFileSync, statSync } from 'node:fs';
import type { RegisterHooksOptions } from 'node:module';
import { pathToFileURL } from 'node:url';
import { PACKAGE_NAME } from '../errors/package-name.ts';

/**
 * Imports a module's default export, in the cheapest way that works:
 *
 * 1. As plain JavaScript, which most project files are whatever their ending says. Node's type stripping alone costs more
 *    than a whole command, and a `package.json` without `type` would have it print a warning.
 * 2. With its types stripped, or as Node takes it, CommonJS where it is CommonJS.
 * 3. With the real `wfkit`. Before, `import { defineConfig } from 'wfkit'` is answered by a stub, since that function only
 *    helps the editor: a project is usable before `npm install`, and no command loads the SDK to learn an app's name.
 */
export async function importDefault(file: string): Promise<unknown> {
  // A module stays what it was, or failed, under its address; so each way has its own, and a changed file a new one.
  const url = `${pathToFileURL(file).href}?at=${Math.trunc(statSync(file).mtimeMs)}`;
  const native = `${url}&by=node`;
  const ways = [
    () => importHooked(url, [stubSdk(url), takeAs('module', url, file)]),
    () =>
      importHooked(native, [
        stubSdk(native),
        ...(file.endsWith('.ts') ? [takeAs('module-typescript', native, file)] : []),
      ]),
  ];
  for (const way of ways) {
    try {
      return await way();
    } catch (error) {
      if (!isOfWay(error)) throw error;
    }
  }
  return await importHooked(`${url}&by=sdk`, []);
}

/** Answers whether another way may do better: not parsed, not the export, or not an ES module. */
function isOfWay(error: unknown): boolean {
  if (error instanceof SyntaxError) return true;
  return error instanceof ReferenceError && /^(module|exports|require|__\w+) is not defined/.test(error.message);
}

type Hooks = RegisterHooksOptions;

async function importHooked(url: string, hooks: readonly Hooks[]): Promise<unknown> {
  const { registerHooks } = process.getBuiltinModule('node:module');
  const registered = hooks.map((one) => registerHooks(one));
  try {
    // The address is only known at run time.
    const namespace: object = await import(/* @vite-ignore */ url);
    if ('default' in namespace) return namespace.default;
  } finally {
    for (const one of registered) one.deregister();
  }
  throw new Error('it has no default export; write "export default defineConfig({ ... })"');
}

const STUB = `data:text/javascript,${encodeURIComponent('export const defineConfig = (config) => config;')}`;

function stubSdk(parentURL: string): Hooks {
  return {
    resolve: (specifier, context, nextResolve) =>
      specifier === PACKAGE_NAME && context.parentURL === parentURL
        ? { url: STUB, shortCircuit: true }
        : nextResolve(specifier, context),
  };
}

function takeAs(format: 'module' | 'module-typescript', url: string, file: string): Hooks {
  return {
    load: (asked, context, nextLoad) =>
      asked === url ? { format, source: readFileSync(file), shortCircuit: true } : nextLoad(asked, context),
  };
}
