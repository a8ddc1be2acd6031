import type { Evaluator, EvaluatorConfig, EvaluatorSetting } from '../../contract/evaluators/evaluator.ts';
import type { Column } from '../layout/table-model.ts';
import { toCell } from '../layout/text/to-cell.ts';

export const evaluatorColumns: readonly Column<Evaluator>[] = [
  { header: 'key', value: (evaluator) => evaluator.key },
  { header: 'name', value: (evaluator) => evaluator.name, dropOrder: 2 },
  { header: 'required settings', value: (evaluator) => requiredSettings(evaluator).join(', '), dropOrder: 1 },
  { header: 'description', value: (evaluator) => evaluator.description, dropOrder: 3 },
];

export const storedEvaluatorColumns: readonly Column<EvaluatorConfig>[] = [
  { header: 'name', value: ({ name }) => name },
  { header: 'id', kind: 'id', value: ({ id }) => id, dropOrder: 1 },
  { header: 'evaluator', value: ({ evaluator_key }) => evaluator_key },
  { header: 'settings', value: ({ settings_values }) => toCell(settings_values ?? {}), dropOrder: 2 },
];

export type SettingEntry = readonly [name: string, setting: EvaluatorSetting];

export const evaluatorSettingColumns: readonly Column<SettingEntry>[] = [
  { header: 'setting', value: ([name]) => name },
  { header: 'type', value: ([, setting]) => setting.type },
  { header: 'required', value: ([, setting]) => setting.required === true },
  {
    header: 'default',
    value: ([, { default: value }]) => (value === undefined ? null : JSON.stringify(value)),
    dropOrder: 1,
  },
  { header: 'description', kind: 'prose', value: ([, setting]) => setting.description ?? setting.label, dropOrder: 2 },
];

function requiredSettings({ settings_template }: Evaluator): string[] {
  return Object.entries(settings_template)
    .filter(([, setting]) => setting.required === true && setting.default === undefined)
    .map(([name]) => name);
}
