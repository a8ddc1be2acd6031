import type { RouteAnswer } from '../../../contract/deployments/route-schema.ts';
import { readFigures } from '../../traces/call-figures.ts';
import type { Outcome } from '../outcome/outcome.ts';

/** The answer to one row with one configuration. The trace is not stored: there may be ten thousand rows. */
export interface Cell {
  readonly state: 'running' | 'done' | 'failed';
  /** The answer; `undefined` before it is there. */
  readonly data: unknown;
  /** The answer or the error as text. */
  readonly text: string;
  readonly seconds: number | null;
  readonly cost: number | null;
  readonly tokens: number | null;
  /** The configuration it came from, as JSON. */
  readonly config: string;
  /** Scores by the id of the evaluator's configuration. */
  readonly scores: Readonly<Record<string, Score>>;
}

/** The score of an answer by one evaluator. */
export interface Score {
  readonly state: 'running' | 'done' | 'failed';
  /** A pass as 1 and a failure as 0; `null` when there is no number. */
  readonly value: number | null;
  /** The score or the error as text. */
  readonly text: string;
}

const EMPTY = { data: undefined, text: '', seconds: null, cost: null, tokens: null, scores: {} };

/** A cell whose call has not been answered. */
export function runningCell(config: string): Cell {
  return { ...EMPTY, state: 'running', config };
}

/** Converts the outcome of a call; `null` for a cancelled one, which leaves no answer. */
export function toCell(outcome: Outcome, config: string): Cell | null {
  switch (outcome.state) {
    case 'running':
      return runningCell(config);
    case 'cancelled':
      return null;
    case 'failed': {
      const { status, message } = outcome;
      return { ...EMPTY, state: 'failed', text: status === null ? message : `Status ${status}: ${message}`, config };
    }
    case 'done':
      return { ...EMPTY, ...readAnswer(outcome.answer, outcome.seconds), state: 'done', config };
  }
}

function readAnswer(
  answer: RouteAnswer,
  measured: number,
): Pick<Cell, 'data' | 'text' | 'seconds' | 'cost' | 'tokens'> {
  const { cost, tokens, seconds } = readFigures(answer);
  const { data } = answer;
  return { data, text: textOf(data), seconds: seconds ?? measured, cost, tokens: tokens?.total ?? null };
}

/** Writes a value of a row or an answer as text. */
export function textOf(value: unknown): string {
  return typeof value === 'string' ? value : (JSON.stringify(value, null, 2) ?? '');
}
