import type { Display } from '../layout/view.ts';
import type { EvaluationProgress } from '../../contract/evaluations/evaluation-progress.ts';
import type { LiveRenderer } from './render-live.ts';

/** Shorter work is not drawn: loading Ink would take as long, and nobody could read it. */
const MIN_MS = 300;

/**
 * Creates a live view of work in steps: finished steps and the current one. Each event with a line is a step.
 */
export function showSteps<Event>(line: (event: Event) => string | null) {
  return (display: Display): { update(event: Event): void; close(): Promise<void> } => {
    const steps: string[] = [];
    let drawing: Promise<LiveRenderer<readonly string[]>> | null = null;
    const timer = setTimeout(() => {
      drawing = import('./draw-evaluation-progress.tsx').then((module) => module.drawSteps(steps, display));
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

type Event = EvaluationProgress | { readonly type: string };

/** Opens a live view of evaluations. It loads Ink only when there is progress to draw, so short runs never do. */
export function showEvaluationProgress(display: Display): { update(event: Event): void; close(): Promise<void> } {
  const latest = new Map<string, EvaluationProgress>();
  let drawing: Promise<LiveRenderer<readonly EvaluationProgress[]>> | null = null;
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
