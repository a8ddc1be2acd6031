import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import {
  context,
  type Context,
  type Span,
  type SpanOptions,
  trace,
  type Tracer,
  type TracerProvider,
} from '@opentelemetry/api';
import { ADOPT_API, ADOPT_PROVIDER } from '../../foundation/adopt-provider.ts';

/** A provider to whose spans those of a workflow's own provider are added. */
export interface SharedProvider extends TracerProvider {
  /** Also creates every span with a provider that the workflow registers. */
  adopt(provider: TracerProvider): void;
  readonly adopted: TracerProvider | undefined;
}

/**
 * Shares the process between our provider and one of the workflow, which OpenTelemetry's API has no place for. A span is one
 * of each: both have their own ids, samplers, resources and exporters, and neither knows of the other.
 */
export function shareProvider(own: TracerProvider): SharedProvider {
  let adopted: TracerProvider | undefined;
  return {
    getTracer: (...named) => new SharedTracer(own.getTracer(...named), () => adopted?.getTracer(...named)),
    adopt(provider) {
      adopted = provider;
    },
    get adopted() {
      return adopted;
    },
  };
}

interface Halves {
  readonly own: Span;
  readonly theirs: Span;
}

const shared = new WeakMap<Span, Halves>();

export function ownSpan(span: Span): Span {
  return shared.get(span)?.own ?? span;
}

/** Asks for the other tracer with each span: a library may have created its tracer before the workflow had a provider. */
class SharedTracer implements Tracer {
  readonly #own: Tracer;
  readonly #findTheirs: () => Tracer | undefined;

  constructor(own: Tracer, findTheirs: () => Tracer | undefined) {
    this.#own = own;
    this.#findTheirs = findTheirs;
  }

  startSpan(name: string, options?: SpanOptions, within: Context = context.active()): Span {
    const parent = trace.getSpan(within);
    const halves = parent === undefined ? undefined : shared.get(parent);
    const own = this.#own.startSpan(name, options, replaceSpan(within, parent, halves?.own));
    const theirs = this.#findTheirs()?.startSpan(name, options, replaceSpan(within, parent, halves?.theirs));
    return theirs === undefined ? own : shareSpan({ own, theirs });
  }

  startActiveSpan<F extends (span: Span) => unknown>(name: string, ...rest: unknown[]): ReturnType<F> {
    // The API's overloads: options and context may be left out.
    const work = rest.at(-1) as F;
    const [options, within = context.active()] = rest.slice(0, -1) as [SpanOptions?, Context?];
    const span = this.startSpan(name, options, within);
    return context.with(trace.setSpan(within, span), () => work(span)) as ReturnType<F>;
  }
}

function replaceSpan(within: Context, parent: Span | undefined, half: Span | undefined): Context {
  return parent === undefined || half === undefined ? within : trace.setSpan(within, half);
}

const CHANGES: ReadonlySet<PropertyKey> = new Set([
  'setAttribute',
  'setAttributes',
  'addEvent',
  'addLink',
  'addLinks',
  'setStatus',
  'updateName',
  'end',
  'recordException',
]);

/** Theirs, as the workflow's own code expects it, whose changes reach ours as well. */
function shareSpan({ own, theirs }: Halves): Span {
  const span: Span = new Proxy(theirs, {
    get(target, name) {
      // Methods of both spans by the same name take the same arguments.
      const value = Reflect.get(target, name) as unknown;
      if (typeof value !== 'function') return value;
      return (...args: unknown[]): unknown => {
        if (CHANGES.has(name)) (Reflect.get(own, name) as typeof value).apply(own, args);
        const result: unknown = value.apply(target, args);
        return result === target ? span : result;
      };
    },
  });
  shared.set(span, { own, theirs });
  return span;
}

interface Registering {
  setGlobalTracerProvider: Register;
}

type Register = (this: Registering, provider: object) => boolean;

/**
 * Lets the installed copy of OpenTelemetry's API hand over the provider that a workflow registers, and tells its version. In a
 * bundle, the bundler does that.
 */
export async function shareInstalledApi(file: string): Promise<void> {
  const require = createRequire(file);
  const installed = findInstalled(require);
  if (installed === null) return;
  announceVersion(installed);
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

function announceVersion(installed: string): void {
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
