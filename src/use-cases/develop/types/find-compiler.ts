import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

/** The TypeScript that a project has installed, and the configuration that it uses. */
export interface Compiler {
  /** Script of its `tsc`. */
  readonly script: string;
  readonly config: string;
}

/** Finds a project's own TypeScript; `null` when it has none, or no `tsconfig.json`. */
export function findCompiler(root: string): Compiler | null {
  const config = join(root, 'tsconfig.json');
  if (!existsSync(config)) return null;
  const script = findScript(root);
  return script === null ? null : { script, config };
}

/** As `npx tsc` finds it, also where a package manager replaces Node's resolution. */
function findScript(root: string): string | null {
  try {
    const script = join(
      dirname(createRequire(join(root, 'package.json')).resolve('typescript/package.json')),
      'bin/tsc',
    );
    return existsSync(script) ? script : null;
  } catch {
    return null;
  }
}
