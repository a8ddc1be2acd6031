import { randomUUID } from 'node:crypto';
import { hostname } from 'node:os';
import type { Db } from '../../store/schema.ts';
import { countCapacity, dropWorkers, noteWorker } from '../queries/workers.ts';

export interface JoinWorkersOptions {
  readonly db: Db;
  readonly now: () => Date;
  /** A worker always runs chunks; a replica stands in while no worker is up. */
  readonly kind: 'worker' | 'replica';
  readonly concurrency: number;
  readonly onProblem: (error: unknown) => void;
  /** Called when this replica starts or stops standing in. */
  readonly onStandIn?: (isStandingIn: boolean) => void;
}

const EVERY_MS = 2000;
/** A worker without a sign of life for this long does not count. */
const SILENT_MS = 8000;
/** How long a count stays valid. */
const FRESH_MS = 1000;

export type WorkerRegister = Awaited<ReturnType<typeof joinWorkers>>;

export async function joinWorkers(options: JoinWorkersOptions) {
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
    /** Answers whether this process should take chunks. */
    isOurTurn,
    /** Counts the chunks that all workers run at a time; without a worker, those of this process. */
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
