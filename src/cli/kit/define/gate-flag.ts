import * as Flags from './flags.ts';

/** `--gate`, for commands whose result can be checked against conditions. */
export const GATE_FLAG = {
  gate: Flags.string({
    summary: 'Check the result against the conditions in this YAML or JSON file: exit 0, 7 or 8.',
    helpValue: 'FILE',
  }),
};

/** `--baseline`, for gates with a rule "not_worse_by". */
export const BASELINE_FLAG = {
  baseline: Flags.string({
    names: 'evaluation',
    summary: 'Evaluation that the gate compares with, by id or variant. Default: that of the first variant.',
    helpValue: 'EVALUATION',
    dependsOn: ['gate'],
  }),
};
