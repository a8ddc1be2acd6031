/** A live view of steps. */
export interface StepsDrawing {
  readonly draw: (steps: readonly string[]) => void;
  readonly close: () => Promise<void>;
}
