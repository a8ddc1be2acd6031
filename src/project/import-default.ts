import { readFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import { type TracedModule, traceImports } from './trace-imports.ts';

/** The default export of a module. */
export interface ImportedDefault extends Pick<TracedModule, 'sources'> {
  readonly value: unknown;
}

/**
 * Imports a module's default export, in the cheapest way that works:
 *
 * 1. As plain JavaScript, which most project files are whatever their ending says. Node's type stripping alone costs more
 *    than a whole command, and a `package.json` without `type` would have it print a warning.
 * 2. With its types stripped, or as Node takes it, CommonJS where it is CommonJS.
 * 3. With the real `wfkit`. Before, `import { defineConfig } from 'wfkit'` is answered by a stub, since that function only
 *    helps the editor: a project is usable before `npm install`, and no command loads the SDK to learn an app's name.
 */
export async function importDefault(file: string): Promise<ImportedDefault> {
  const readAs = (format: 'module' | 'module-typescript') => () => ({ format, source: readFileSync(file, 'utf8') });
  const withTypes = file.endsWith('.ts') ? { load: readAs('module-typescript') } : {};
  const attempts = [
    { stub: STUB, load: readAs('module') },
    { stub: STUB, ...withTypes },
  ];
  for (const attempt of attempts) {
    try {
      return await importTraced(file, attempt);
    } catch (error) {
      if (!mayLoadOtherwise(error)) throw error;
    }
  }
  return await importTraced(file, {});
}

const STUB = `data:text/javascript,${encodeURIComponent('export const defineConfig = (config) => config;')}`;

/** Answers whether another attempt may succeed: not parsed, not the export, or not an ES module. */
function mayLoadOtherwise(error: unknown): boolean {
  if (error instanceof SyntaxError) return true;
  return error instanceof ReferenceError && /^(module|exports|require|__\w+) is not defined/.test(error.message);
}

async function importTraced(file: string, options: Parameters<typeof traceImports>[1]): Promise<ImportedDefault> {
  const traced = traceImports(pathToFileURL(file).href, options);
  try {
    // The address is only known at run time.
    const namespace: object = await import(/* @vite-ignore */ traced.url);
    if ('default' in namespace) return { value: namespace.default, sources: traced.sources };
  } finally {
    traced.stop();
  }
  throw new Error('it has no default export; write "export default defineConfig({ ... })"');
}
