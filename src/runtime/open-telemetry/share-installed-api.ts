import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { ADOPT_API, ADOPT_PROVIDER } from '../../foundation/adopt-provider.ts';

/** What registers a provider. */
interface Registering {
  setGlobalTracerProvider: Register;
}

type Register = (this: Registering, provider: object) => boolean;

/**
 * Lets the installed copy of OpenTelemetry's API hand over the provider that a workflow registers, and tells its version. In a
 * bundle, the bundler does that.
 *
 * @param file - a module of the workflow
 */
export async function shareInstalledApi(file: string): Promise<void> {
  const require = createRequire(file);
  const installed = findInstalled(require);
  if (installed === null) return;
  tellVersion(installed);
  // Newer releases have two forms, of which packages may use either.
  const module = installed.replace(/\.cjs$/, '.mjs');
  const forms: unknown[] = [require(installed), existsSync(module) ? await import(pathToFileURL(module).href) : null];
  for (const form of forms) if (isApi(form)) share(Object.getPrototypeOf(form.trace) as Registering);
}

function findInstalled(require: NodeJS.Require): string | null {
  try {
    return require.resolve(API);
  } catch {
    return null; // Then nobody registers anything.
  }
}

function tellVersion(installed: string): void {
  const folder = installed.slice(0, installed.lastIndexOf(FOLDER) + FOLDER.length);
  // npm installs nothing without one.
  const { version } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as { readonly version: string };
  const adopt: unknown = Reflect.get(globalThis, ADOPT_API);
  if (typeof adopt === 'function') adopt(version);
}

function isApi(form: unknown): form is { readonly trace: object } {
  return typeof form === 'object' && form !== null && 'trace' in form && typeof form.trace === 'object';
}

const API = '@opentelemetry/api';
const FOLDER = join('@opentelemetry', 'api');
const sharing = new WeakSet<object>();

function share(prototype: Registering): void {
  if (sharing.has(prototype)) return;
  sharing.add(prototype);
  // The method as it is, to be called on whichever copy calls ours.
  const register: Register = Reflect.get(prototype, 'setGlobalTracerProvider');
  const adopting: Register = function adopting(provider) {
    const adopt: unknown = Reflect.get(globalThis, ADOPT_PROVIDER);
    return typeof adopt === 'function' ? Boolean(adopt(provider)) : register.call(this, provider);
  };
  Reflect.set(prototype, 'setGlobalTracerProvider', adopting);
}
