import type { Evaluator, EvaluatorConfig, EvaluatorSetting } from '../../contract/evaluators/evaluator.ts';
import { type View, toRecord } from '../layout/view.ts';
import { type Column, toTable } from '../layout/table-model.ts';
import { toCell } from '../layout/text/format-value.ts';

export function evaluatorsView(evaluators: readonly Evaluator[]): View {
  return [toTable({ columns: evaluatorColumns, rows: evaluators, empty: 'No evaluators.' })];
}

export function storedEvaluatorsView(stored: readonly EvaluatorConfig[]): View {
  const empty = 'Nothing is stored yet. Store settings: wf evaluators create NAME --evaluator KEY --set setting=value';
  return [toTable({ columns: storedEvaluatorColumns, rows: stored, empty })];
}

export function evaluatorView(evaluator: Evaluator): View {
  return [
    toRecord([
      { label: 'key', value: evaluator.key },
      { label: 'name', value: evaluator.name },
      { label: 'description', value: evaluator.description },
      { label: 'tags', value: evaluator.tags.join(', ') },
    ]),
    toTable({
      columns: evaluatorSettingColumns,
      rows: Object.entries(evaluator.settings_template),
      empty: 'No settings.',
    }),
  ];
}

const evaluatorColumns: readonly Column<Evaluator>[] = [
  { header: 'key', value: (evaluator) => evaluator.key },
  { header: 'name', value: (evaluator) => evaluator.name, dropOrder: 2 },
  { header: 'required settings', value: (evaluator) => requiredSettings(evaluator).join(', '), dropOrder: 1 },
  { header: 'description', value: (evaluator) => evaluator.description, dropOrder: 3 },
];

const storedEvaluatorColumns: readonly Column<EvaluatorConfig>[] = [
  { header: 'name', value: ({ name }) => name },
  { header: 'id', kind: 'id', value: ({ id }) => id, dropOrder: 1 },
  { header: 'evaluator', value: ({ evaluator_key }) => evaluator_key },
  { header: 'settings', value: ({ settings_values }) => toCell(settings_values ?? {}), dropOrder: 2 },
];

type SettingEntry = readonly [name: string, setting: EvaluatorSetting];

const evaluatorSettingColumns: readonly Column<SettingEntry>[] = [
  { header: 'setting', value: ([name]) => name },
  { header: 'type', value: ([, setting]) => setting.type },
  { header: 'required', value: ([, setting]) => setting.required === true },
  {
    header: 'default',
    value: ([, { default: value }]) => (value == null ? null : JSON.stringify(value)),
    dropOrder: 1,
  },
  { header: 'description', kind: 'prose', value: ([, setting]) => setting.description ?? setting.label, dropOrder: 2 },
];

function requiredSettings({ settings_template }: Evaluator): string[] {
  return Object.entries(settings_template)
    .filter(([, setting]) => setting.required === true && setting.default == null)
    .map(([name]) => name);
}
