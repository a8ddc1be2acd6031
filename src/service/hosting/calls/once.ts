/** Wraps an effect so that only the first call has it. */
export function once(effect: () => void): () => void {
  let isDone = false;
  return () => {
    if (isDone) return;
    isDone = true;
    effect();
  };
}
