import {
  context,
  type Context,
  type Span,
  type SpanOptions,
  trace,
  type Tracer,
  type TracerProvider,
} from '@opentelemetry/api';

/** A provider to whose spans those of a workflow's own provider are added. */
export interface SharedProvider extends TracerProvider {
  /** Also creates every span with a provider that the workflow registers. */
  adopt(provider: TracerProvider): void;
  /** The workflow's own provider. */
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

/** Our half of a span. */
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

/** What changes a span. */
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
