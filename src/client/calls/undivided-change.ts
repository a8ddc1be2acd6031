import { isServiceError, isWfError, reword } from '../../foundation/errors/wf-error.ts';

/**
 * A change that a service of others takes in two requests. Between them the record is neither as before nor as wanted.
 */
export interface UndividedChange {
  readonly appId: string;
  readonly appName: string;
  readonly variantId: string;
  readonly variantName: string;
  /** Sentences on what may stand if it is cut off: "app.n may have no parameters now." */
  readonly between: string;
  /** The command that restores what was before. */
  readonly restore: string;
  /** What was done, for a user who interrupted the change: "app.n has its new parameters." */
  readonly done: string;
  /** The command to type after that. @defaultValue `restore` */
  readonly afterwards?: string;
}

/** How a change ended: both requests succeeded, neither changed anything, or it may be between the two. */
export type ChangeEnd = 'done' | 'unchanged' | 'between';

/**
 * Protects a change between its two requests: defers signals, and remembers how to restore what was before.
 *
 * @returns ends the protection
 */
export type GuardChange = (change: UndividedChange) => Promise<(end: ChangeEnd) => Promise<void>>;

/** The first resets the record, the second stores what is wanted. */
export type UndividedRequests = readonly [first: () => Promise<unknown>, second: () => Promise<unknown>];

/**
 * Sends the two requests of a change under a guard. A failure says what stands now, and which command restores what was
 * before.
 *
 * @throws {WF_INTERRUPTED} when the user interrupted the change, which is done
 */
export async function sendUndivided(
  guard: GuardChange,
  change: UndividedChange,
  ...[first, second]: UndividedRequests
): Promise<void> {
  const end = await guard(change);
  try {
    await first();
  } catch (error) {
    const isUnchanged = isRefusal(error);
    await end(isUnchanged ? 'unchanged' : 'between');
    throw isUnchanged ? error : describeBetween(error, change);
  }
  try {
    await second();
  } catch (error) {
    await end('between');
    throw describeBetween(error, change);
  }
  await end('done');
}

/** Sends them for callers whom no signal interrupts. */
export async function sendUnguarded(change: UndividedChange, ...requests: UndividedRequests): Promise<void> {
  await sendUndivided(async () => async () => undefined, change, ...requests);
}

/** A service that refuses a request changes nothing; one that fails or does not answer may have. */
function isRefusal(error: unknown): boolean {
  return isServiceError(error) && error.status !== null && error.status >= 400 && error.status < 500;
}

function describeBetween(error: unknown, { between, restore }: UndividedChange): unknown {
  if (!isWfError(error)) return error;
  return reword(error, { message: `${error.message} ${between}`, nextSteps: [restore, ...error.nextSteps] });
}
