import type { ParameterBreak } from '../../../src/contract/deployments/deployment.ts';
import type { TestedEvaluation } from '../../../src/contract/evaluations/evaluation.ts';
import type { AppVariantResponse } from '../../../src/contract/variants/variant.ts';
import { type Display, type View, viewIn } from '../../../src/ui/layout/view.ts';
import { drawView } from '../../../src/ui/layout/draw-view.tsx';
import { plainView } from '../../../src/ui/layout/plain-view.ts';
import { evaluationOf } from '../../helpers/evaluation-records.ts';

export const NOW = new Date('2026-11-20T12:00:00Z');

/** Makes a display; colours off, so that a frame is what is asserted. */
export function displayOf(display: Partial<Display> = {}): Display {
  return { form: 'terminal', columns: 80, rows: 24, color: false, now: NOW, ...display };
}

/** Draws a view as a terminal shows it, line by line. */
export function drawnLines(view: View, columns = 100): string[] {
  return drawView(view, displayOf({ columns, rows: 100 })).split('\n');
}

/** Formats a view as a pipe gets it, line by line. */
export function writtenLines(view: View): string[] {
  return plainView(viewIn(view, 'written'), 'plain').split('\n');
}

/** Makes a variant record with everything optional filled in. */
export function variantOf(variant: Partial<AppVariantResponse> = {}): AppVariantResponse {
  return {
    app_id: '01932c5e-0000-7000-8000-00000000000a',
    app_name: 'support',
    variant_id: '01932c5e-1111-7000-8000-000000000001',
    variant_name: 'main.default',
    project_id: '01932c5e-0000-7000-8000-00000000000b',
    parameters: { words: 50 },
    base_name: 'main',
    base_id: '01932c5e-0000-7000-8000-00000000000c',
    config_name: 'default',
    uri: null,
    revision: 1,
    created_at: '2026-11-19T12:00:00Z',
    updated_at: '2026-11-20T11:57:00Z',
    ...variant,
  };
}

/** Makes a break with everything filled in. */
export function breakOf(one: Partial<ParameterBreak> = {}): ParameterBreak {
  return {
    severity: 'breaking',
    environment: 'production',
    variant_id: '01932c5e-1111-7000-8000-000000000001',
    variant_name: 'support',
    revision: 7,
    route: '/',
    field: 'model',
    value: 'gpt-4o',
    keyword: 'enum',
    before: ['gpt-4o'],
    after: ['gpt-4.1'],
    message: 'production runs support@7: model = "gpt-4o" is no longer a choice',
    suggestions: ['default:model'],
    ...one,
  };
}

/** Makes a finished evaluation without evaluators whose total cost is known, and whose average cost is not. */
export function paidEvaluation(evaluation: Partial<TestedEvaluation> = {}): TestedEvaluation {
  return evaluationOf({
    aggregated_results: [],
    average_cost: { type: 'error', value: null, error: { message: 'No valid values found.' } },
    total_cost: { type: 'cost', value: 0.01 },
    ...evaluation,
  });
}
