import type { EvaluationProgress } from '../../contract/evaluations/evaluation-progress.ts';
import type { Display } from '../layout/display.ts';
import type { ProgressDrawing } from './progress-drawing.ts';

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
