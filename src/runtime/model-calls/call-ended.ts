/** Closes an answer that its program does not wait for, which is no failure of the model. */
export class CallEndedError extends Error {
  override readonly name = 'CallEndedError';

  constructor() {
    super('The call ended first.');
  }
}

export function isCallEnded(error: unknown): boolean {
  return error instanceof CallEndedError;
}
