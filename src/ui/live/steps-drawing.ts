/** Steps of long work that are being drawn. */
export interface StepsDrawing {
  readonly draw: (steps: readonly string[]) => void;
  readonly close: () => Promise<void>;
}
