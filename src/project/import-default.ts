import { readFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import { type TracedModule, traceImports } from './trace-imports.ts';

/** The default export of a module. */
export interface ImportedDefault extends Pick<TracedModule, 'sources'> {
  readonly value: unknown;
}

/**
 * Imports a module's default export, trying the fastest way first:
 *
 * 1. As plain JavaScript, which most project files are, whatever their extension. Node's type stripping alone takes
 *    longer than a whole command, and without `type` in `package.json` it prints a warning.
 * 2. With its types stripped, or as Node loads it, including CommonJS.
 * 3. With the real `wfkit`. Until then, a stub replaces it for `import { defineConfig } from 'wfkit'`, since that
 *    function only helps the editor. So a project works before `npm install`, and no command loads the SDK to read an
 *    app's name.
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

/** Returns whether another attempt may succeed: it did not parse, lacks the export, or is not an ES module. */
function mayLoadOtherwise(error: unknown): boolean {
  if (error instanceof SyntaxError) return true;
  return error instanceof ReferenceError && /^(module|exports|require|__\w+) is not defined/.test(error.message);
}

async function importTraced(file: string, options: Parameters<typeof traceImports>[1]): Promise<ImportedDefault> {
  const traced = traceImports(pathToFileURL(file).href, options);
  try {
    // The URL is only known at run time.
    const namespace: object = await import(/* @vite-ignore */ traced.url);
    if ('default' in namespace) return { value: namespace.default, sources: traced.sources };
  } finally {
    traced.stop();
  }
  throw new Error('it has no default export; write "export default defineConfig({ ... })"');
}
