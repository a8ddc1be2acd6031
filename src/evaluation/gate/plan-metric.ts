import type { AggregatedResult } from '../../contract/evaluations/evaluation.ts';
import { withoutApp } from '../../contract/evaluators/stored-name.ts';
import { latencyOfMean } from '../compare/metrics.ts';
import { findNamed } from '../compare/primary-metrics.ts';
import { findEvaluator } from '../evaluators/catalogue/evaluators.ts';
import { isBounded, SHARE } from '../statistics/score-range.ts';
import { evaluatorOfSpec, PREFIX, settingsOfSpec } from '../evaluators/definition/spec-name.ts';
import type { GateRule } from './parse-gate.ts';

/** An evaluator that would run, under the name of its metric. */
export interface PlannedEvaluator {
  readonly name: string;
  readonly key: string;
  readonly settings: Readonly<Record<string, unknown>>;
}

/** What is known of a rule's metric before anything is called. */
export interface PlannedMetric {
  readonly name: string;
  readonly kind: 'pass_fail' | 'score' | 'cost' | 'latency';
  readonly goal: 'higher' | 'lower';
  /** `null`: unknown, or without an end. */
  readonly range: readonly [low: number, high: number] | null;
}

/** Finds what the evaluator of a rule's metric scores; the range of unknown ones is that of the rule. */
export function planMetric(
  { metric: name, range }: Pick<GateRule, 'metric' | 'range'>,
  running: readonly PlannedEvaluator[],
): PlannedMetric {
  const own = running.map((each) => ({ metric: each.name }));
  const measured = latencyOfMean(name, own) ?? name;
  const { key, settings } = findNamed(measured, running) ?? evaluatorNamed(measured);
  const definition = findEvaluator(key);
  const goal = definition?.goal?.(settings) ?? 'higher';
  const figure = definition?.basis === 'cost' || definition?.basis === 'latency' ? definition.basis : null;
  if (figure !== null && goal === 'lower') return { name, kind: figure, goal, range: null };
  const known = definition === undefined ? null : definition.range === undefined ? SHARE : definition.range(settings);
  const isOfShares = range === undefined || (range[0] === SHARE.low && range[1] === SHARE.high);
  const isPassFail = isOfShares && definition?.isPassFail?.(settings) === true;
  const bounded = isPassFail ? SHARE : isBounded(known) ? known : null;
  return {
    name,
    kind: isPassFail ? 'pass_fail' : 'score',
    goal: isPassFail ? 'higher' : goal,
    // A rule's own range is what the gate counts with, too.
    range: range ?? (bounded === null ? null : [bounded.low, bounded.high]),
  };
}

/** Takes the metric of a rule to be the evaluator of its name. */
export function evaluatorNamed(metric: string): PlannedEvaluator {
  const name = latencyOfMean(metric) ?? metric;
  const spec = withoutApp(name);
  return { name, key: keyOf(spec), settings: settingsOfSpec(spec) };
}

/** Lists what judges, as an evaluation will have it, but without results. */
export function plannedResults(evaluators: readonly PlannedEvaluator[]): AggregatedResult[] {
  return evaluators.map(({ name, key, settings }) => ({
    evaluator_config: {
      id: name,
      name,
      project_id: '',
      evaluator_key: key,
      settings_values: settings,
      created_at: '',
      updated_at: '',
    },
    result: { type: 'number', value: null },
  }));
}

function keyOf(name: string): string {
  const short = evaluatorOfSpec(name);
  return short.startsWith(PREFIX) ? short : `${PREFIX}${short}`;
}
