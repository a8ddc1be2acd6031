import { realpathSync } from 'node:fs';
import { dirname, join, sep } from 'node:path';

/**
 * Keeps a bundle from loading native code besides that of its packages: a file that it carries may be such code. A
 * guard-rail; the operating system holds whatever runs.
 */
export function limitNativeCode(bundle: string): void {
  const load = process.dlopen.bind(process);
  process.dlopen = (module: object, file: string, ...flags: number[]) => {
    const packages = findPackages(bundle);
    if (packages !== null && realpathSync(file).startsWith(packages + sep)) return load(module, file, ...flags);
    const message = `${file} is native code outside of the packages that "external" in the project file names.`;
    throw Object.assign(new Error(message), { code: 'ERR_DLOPEN_DISABLED' });
  };
}

function findPackages(bundle: string): string | null {
  try {
    return realpathSync(join(dirname(bundle), 'node_modules'));
  } catch {
    // It imports no packages.
    return null;
  }
}
