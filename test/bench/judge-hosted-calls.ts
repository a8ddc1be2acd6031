import { type BenchRow, showMs } from './rows.ts';

/** What was measured of one server: medians of rounds. */
export interface CallFigures {
  /** Median time of a call over one connection. */
  readonly aloneMs: number;
  /** Calls per second over 32 connections. */
  readonly perSecond: number;
  /** Median time of a call over 32 connections. */
  readonly togetherMs: number;
}

/** Budgets of the design, section 9, and of growth: what must be flat may differ by the noise of a run. */
const [SQLITE_RATE, POSTGRES_RATE, LATENCY, FLAT] = [0.4, 0.3, 2, 0.85];

/** Compares the figures of hosted calls: SQLite and PostgreSQL, each small and large, the bundle alone, workerd. */
export function judgeHostedCalls(figures: readonly CallFigures[], revisions: number): BenchRow[] {
  const [small, large, shared, sharedLarge, direct, workerd] = figures;
  if (small === undefined || large === undefined || shared === undefined) throw new Error('Three servers are missing.');
  if (sharedLarge === undefined || direct === undefined || workerd === undefined)
    throw new Error('Others are missing.');
  const many = `5,000 variants and ${revisions.toLocaleString('en-US')} revisions`;
  const few = '5 variants and 10 revisions';
  const own = 'the same bundle, listening itself';
  return [
    toRate(`SQLite, ${few}`, small, own, direct, SQLITE_RATE),
    toRate(`SQLite, ${many}`, large, own, direct, SQLITE_RATE),
    toRate(`SQLite, ${many}`, large, few, small, FLAT),
    toRate(`PostgreSQL, ${few}`, shared, own, direct, POSTGRES_RATE),
    toRate(`PostgreSQL, ${many}`, sharedLarge, own, direct, POSTGRES_RATE),
    toRate(`PostgreSQL, ${many}`, sharedLarge, few, shared, FLAT),
    toRate(`SQLite, ${few}`, small, 'the same workflow on workerd', workerd, null),
    toLatency('SQLite, 32 connections', small.togetherMs, direct.togetherMs, LATENCY),
    toLatency('PostgreSQL, 32 connections', shared.togetherMs, direct.togetherMs, null),
    toLatency('SQLite, one connection', small.aloneMs, direct.aloneMs, null),
    toLatency('PostgreSQL, one connection', shared.aloneMs, direct.aloneMs, null),
    toLatency('workerd, one connection', workerd.aloneMs, direct.aloneMs, null),
  ];
}

function toRate(
  what: string,
  { perSecond }: CallFigures,
  comparison: string,
  other: CallFigures,
  budget: number | null,
): BenchRow {
  const ratio = perSecond / other.perSecond;
  return {
    what: `warm calls of a deployed route, 32 connections, ${what}`,
    value: `${perSecond.toFixed(0)} calls per second`,
    comparison: `${comparison}, ${other.perSecond.toFixed(0)}`,
    ratio,
    budget: budget === null ? '' : `≥ ${budget}`,
    isWithin: budget === null ? null : ratio >= budget,
  };
}

function toLatency(what: string, ownMs: number, otherMs: number, budget: number | null): BenchRow {
  const ratio = ownMs / otherMs;
  return {
    what: `median time of a warm call, ${what}`,
    value: showMs(ownMs),
    comparison: `the same bundle, listening itself, ${showMs(otherMs)}`,
    ratio,
    budget: budget === null ? '' : `≤ ${budget}`,
    isWithin: budget === null ? null : ratio <= budget,
  };
}
