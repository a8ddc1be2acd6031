import { randomUUID } from 'node:crypto';
import { hostname } from 'node:os';
import type { Db } from '../../store/schema.ts';
import { countCapacity, dropWorkers, noteWorker } from '../queries/workers.ts';

/** Which workers live, as all processes on a database see it. */
export interface WorkerRegister {
  /** Whether this process shall take chunks. */
  isOurTurn(): Promise<boolean>;
  /** Chunks that run at a time: those of all workers, or of this process when there is none. */
  readonly readCapacity: () => Promise<number>;
  /** Takes leave. */
  leave(): Promise<void>;
}

export interface JoinWorkersOptions {
  readonly db: Db;
  readonly now: () => Date;
  /** A worker is always counted on; a replica stands in while no worker is up. */
  readonly kind: 'worker' | 'replica';
  /** Chunks at a time. */
  readonly concurrency: number;
  readonly onProblem: (error: unknown) => void;
  /** Told when this replica begins to stand in, and when it ends. */
  readonly onStandIn?: (isStandingIn: boolean) => void;
}

const EVERY_MS = 2000;
/** A worker that has been silent for so long is not counted on. */
const SILENT_MS = 8000;
/** How long an answer is good for. */
const FRESH_MS = 1000;

/** Joins those who run evaluations on a database. */
export async function joinWorkers(options: JoinWorkersOptions): Promise<WorkerRegister> {
  const { db, now, kind, concurrency, onProblem, onStandIn = () => undefined } = options;
  const id = `${hostname()}/${process.pid}/${randomUUID()}`;
  const note = () => noteWorker(db, { id, concurrency, seenAt: now().toISOString() });
  const silentSince = () => new Date(now().getTime() - SILENT_MS).toISOString();
  const count = rememberFor(FRESH_MS, () => countCapacity(db, { since: silentSince() }));
  const timer = kind === 'worker' ? setInterval(() => void note().catch(onProblem), EVERY_MS) : undefined;
  if (kind === 'worker') await note();
  let isStandingIn = false;
  const isOurTurn = async (): Promise<boolean> => {
    if (kind === 'worker') return true;
    const isAlone = (await count()) === 0;
    if (isAlone !== isStandingIn) onStandIn(isAlone);
    isStandingIn = isAlone;
    return isAlone;
  };
  return {
    isOurTurn,
    readCapacity: async () => (await count()) || concurrency,
    leave: async () => {
      clearInterval(timer);
      if (kind === 'worker') await dropWorkers(db, { id, before: silentSince() });
    },
  };
}

function rememberFor<T>(ms: number, read: () => Promise<T>): () => Promise<T> {
  let last: { readonly at: number; readonly value: Promise<T> } | null = null;
  return () => {
    if (last !== null && performance.now() - last.at < ms) return last.value;
    const value = read();
    last = { at: performance.now(), value };
    value.catch(() => {
      last = null;
    });
    return value;
  };
}
