import type { Display } from '../layout/display.ts';
import type { StepsDrawing } from './steps-drawing.ts';

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
