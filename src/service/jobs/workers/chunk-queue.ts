import {
  CHUNK_QUEUE,
  deleteWaitingChunks,
  listOpenChunks,
  QUEUE_SCHEMA,
  findQueueVersion,
  readQueueTables,
} from '../queries/workers.ts';
import type { ConstructorOptions, PgBoss } from 'pg-boss';
import { readPostgresLimits } from '../../store/postgres-limits.ts';
import type { Db } from '../../store/schema.ts';
import { UserError } from '../../../foundation/errors/wf-error.ts';

export type ChunkQueue = ReturnType<typeof createChunkQueue>;

interface OpenChunkQueueOptions {
  readonly url: string;
  readonly db: Db;
  readonly onProblem: (error: unknown) => void;
}

/** A worker without a sign of life for this long counts as gone; the shortest time the queue accepts. */
const HEARTBEAT_SECONDS = 10;
const LOOK_SECONDS = 2;
/** The queue's limit on one chunk; a live worker renews its chunk. */
const MAX_SECONDS = 86_399;
const CHUNK_ATTEMPTS = {
  // The queue requires a number; we abandon a chunk long before.
  retryLimit: 20,
  retryDelay: 1,
  retryBackoff: true,
  retryDelayMax: 30,
  heartbeatSeconds: HEARTBEAT_SECONDS,
  expireInSeconds: MAX_SECONDS,
  deleteAfterSeconds: 600,
};

/** Creates missing tables. @throws {WF_DATABASE} when the tables there are not ours, or newer */
export async function openChunkQueue({ url, db, onProblem }: OpenChunkQueueOptions): Promise<ChunkQueue> {
  const { default: queue } = await import('pg-boss/package.json', { with: { type: 'json' } });
  await requireOwnQueue(db, QUEUE_SCHEMA, queue.pgboss.schema);
  return createChunkQueue(await startBoss(url, onProblem), db);
}

type Boss = Pick<PgBoss, 'insert' | 'fetch' | 'touch' | 'complete' | 'fail' | 'stop'>;

function createChunkQueue(boss: Boss, db: Db) {
  return {
    /** @param afterSeconds - earliest start */
    add: async (chunks: readonly Chunk[], priority: number, afterSeconds = 0): Promise<void> => {
      const start = afterSeconds === 0 ? {} : { startAfter: afterSeconds };
      const toJob = ({ evaluationId, from, to }: Chunk) => ({ data: { evaluationId, from, to }, priority, ...start });
      await boss.insert(CHUNK_QUEUE, chunks.map(toJob));
    },
    /** Takes the most urgent chunk; `null` when none waits. */
    take: () => take(boss),
    /** Extends the lease on a chunk. @returns false when it is no longer ours */
    renew: async (taken: TakenChunk) => isAffected(await boss.touch(CHUNK_QUEUE, toAttempt(taken))),
    done: async (taken: TakenChunk) => void (await boss.complete(CHUNK_QUEUE, toAttempt(taken))),
    /** Returns a chunk to the queue for another attempt, with growing delays. */
    fail: async (taken: TakenChunk, message: string) =>
      void (await boss.fail(CHUNK_QUEUE, toAttempt(taken), { message })),
    listOpen: (evaluationId: string) => listOpenChunks(db, evaluationId),
    forget: (evaluationId: string) => deleteWaitingChunks(db, evaluationId),
    close: () => boss.stop({ graceful: false }),
  };
}

async function startBoss(url: string, onProblem: (error: unknown) => void): Promise<PgBoss> {
  const { PgBoss: Boss } = await import('pg-boss');
  const boss = new Boss(toBossOptions(url));
  boss.on('error', onProblem);
  await boss.start();
  await boss.createQueue(CHUNK_QUEUE, CHUNK_ATTEMPTS);
  return boss;
}

/** Connects with the limits of our other connections. */
export function toBossOptions(url: string): ConstructorOptions {
  const { address, limits } = readPostgresLimits(url);
  return {
    connectionString: address,
    application_name: 'wf',
    options: `-c statement_timeout=${limits.statement_timeout} -c lock_timeout=${limits.lock_timeout}`,
    max: 2,
    schema: QUEUE_SCHEMA,
    schedule: false,
    superviseIntervalSeconds: LOOK_SECONDS,
    monitorIntervalSeconds: LOOK_SECONDS,
  };
}

/** The queue's types omit this field. */
function isAffected(response: object): boolean {
  return 'affected' in response && response.affected === 1;
}

async function take(boss: Boss): Promise<TakenChunk | null> {
  const [job] = await boss.fetch<Chunk>(CHUNK_QUEUE, { includeMetadata: true });
  if (job === undefined) return null;
  const { id: jobId, data, retryCount: attempt, output } = job;
  return { ...data, jobId, attempt, problem: readProblem(output) };
}

/** Reads why the last attempt failed, as reported by us or by the queue. */
function readProblem(output: unknown): string | null {
  if (typeof output !== 'object' || output === null) return null;
  if ('message' in output && typeof output.message === 'string') return output.message;
  return 'value' in output ? readProblem(output.value) : null;
}

/** Names the attempt, so that a later attempt by another worker is not affected. */
function toAttempt({ jobId, attempt }: TakenChunk) {
  return { id: jobId, retryCount: attempt };
}

/**
 * Checks the schema of the queue before its package uses whatever it finds there.
 *
 * @param known - newest version of the queue's tables that this program knows
 * @throws {WF_DATABASE} when they are from a newer `wf`, or not the queue's
 */
async function requireOwnQueue(db: Db, schema: string, known: number): Promise<void> {
  const { tables, isQueue } = await readQueueTables(db, schema);
  if (tables === 0) return;
  if (!isQueue)
    throw refuse(`The schema ${schema} of the database contains tables that do not belong to the worker queue.`, OWN);
  const version = await findQueueVersion(db, schema);
  if (version === null || version <= known) return;
  const numbers = `its version is ${version}, and this wf knows ${known}`;
  throw refuse(`The worker queue in the database is from a newer wf: ${numbers}.`, NEWER);
}

const OWN = 'Rename that schema, or use a database of its own for wf: --database-url URL';
const NEWER = 'Update wf here to the version of the other replicas and workers.';

function refuse(message: string, nextStep: string): UserError {
  return new UserError({ code: 'WF_DATABASE', message, nextSteps: [nextStep] });
}

/** Consecutive rows of an evaluation. Rows that have a verdict are skipped. */
export interface Chunk {
  readonly evaluationId: string;
  readonly from: number;
  readonly to: number;
}

export interface TakenChunk extends Chunk {
  readonly jobId: string;
  /** How many earlier attempts did not finish. */
  readonly attempt: number;
  /** Why the last attempt failed; `null` when it did not. */
  readonly problem: string | null;
}
