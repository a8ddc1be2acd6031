import type { Display } from '../layout/page.ts';
import type { EvaluationProgress } from '../../contract/evaluations/evaluation-progress.ts';
import { hasUnicode, toAscii } from '../layout/text/to-ascii.ts';
import { render } from 'ink';
import type { ReactNode } from 'react';

/** Shorter work is not drawn: loading Ink would take as long, and nobody could read it. */
const MIN_MS = 300;

/**
 * Creates a live view of work in steps: finished steps and the current one. Each event with a line is a step.
 */
export function showSteps<Event>(line: (event: Event) => string | null) {
  return (display: Display): { update(event: Event): void; close(): Promise<void> } => {
    const steps: string[] = [];
    let drawing: Promise<StepsDrawing> | null = null;
    const timer = setTimeout(() => {
      drawing = import('./draw-steps.tsx').then((module) => module.drawSteps(steps, display));
    }, MIN_MS);
    return {
      update(event) {
        const text = line(event);
        if (text === null) return;
        steps.push(text);
        void drawing?.then(({ draw }) => draw(steps));
      },
      async close() {
        clearTimeout(timer);
        const opened = await drawing;
        drawing = null;
        await opened?.close();
      },
    };
  };
}

/** A live progress view. */
export interface ProgressDrawing {
  readonly draw: (all: readonly EvaluationProgress[]) => void;
  readonly close: () => Promise<void>;
}

/** A live view of steps. */
export interface StepsDrawing {
  readonly draw: (steps: readonly string[]) => void;
  readonly close: () => Promise<void>;
}

/** Wraps a stream for live views: replaces characters that the terminal cannot show. */
export function terminalStream(stream: NodeJS.WriteStream): NodeJS.WriteStream {
  if (hasUnicode(process.env)) return stream;
  return new Proxy(stream, {
    get(target, name) {
      const value: unknown = Reflect.get(target, name, target);
      if (typeof value !== 'function') return value;
      if (name !== 'write') return value.bind(target) as unknown;
      return (text: unknown, ...rest: never[]) =>
        value.call(target, typeof text === 'string' ? toAscii(text) : text, ...rest) as unknown;
    },
  });
}

/** A view that is drawn in place until it is closed. */
interface LiveView<Props> {
  readonly draw: (props: Props) => void;
  readonly close: () => Promise<void>;
}

/** Draws a view in place on stderr, and clears it at the end. */
export function renderLive<Props>(view: (props: Props) => ReactNode, first: Props): LiveView<Props> {
  const instance = render(view(first), {
    stdout: terminalStream(process.stderr),
    patchConsole: false,
    exitOnCtrlC: false,
  });
  return {
    draw: (props) => instance.rerender(view(props)),
    close: async () => {
      // Otherwise the unmount would write a pending frame below the cleared area.
      await instance.waitUntilRenderFlush();
      instance.clear();
      instance.unmount();
      await instance.waitUntilExit();
    },
  };
}

type Event = EvaluationProgress | { readonly type: string };

/** Opens a live view of evaluations. It loads Ink only when there is progress to draw, so short runs never do. */
export function showEvaluationProgress(display: Display): { update(event: Event): void; close(): Promise<void> } {
  const latest = new Map<string, EvaluationProgress>();
  let drawing: Promise<ProgressDrawing> | null = null;
  return {
    update(event) {
      if (!isProgress(event)) return;
      latest.set(event.evaluation_id, event);
      drawing ??= import('./draw-evaluation-progress.tsx').then((module) => module.drawEvaluationProgress(display));
      void drawing.then(({ draw }) => draw([...latest.values()]));
    },
    close: async () => (await drawing)?.close(),
  };
}

function isProgress(event: Event): event is EvaluationProgress {
  return event.type === 'evaluation-progress';
}
