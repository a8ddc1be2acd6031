import { both, type CommandLine, line } from './command-line.ts';

/** What commands of test sets and evaluations do at both services. */
export const EVALUATION_LINES = {
  'eval cancel': [
    both('$E --yes', { exitCode: 2, says: 'This service lacks cancellation of evaluations, an extension of wf.' }),
  ],
  'eval compare': [
    line(
      '$F $E',
      { exitCode: 2, says: 'Evaluation evaluation-1 is named twice: there is nothing to compare it with.' },
      { says: 'after app.default@1' },
    ),
    line(
      '$F $E --group-by question',
      { exitCode: 2, says: 'Evaluation evaluation-1 is named twice: there is nothing to compare it with.' },
      { says: 'after app.default@1, by question' },
    ),
  ],
  'eval delete': [
    line(
      '$E --yes',
      { exitCode: 2, says: 'has no GET /evaluations.' },
      { changes: ['- evaluation of app.n on cases by close (support)'], says: 'Deleted evaluation ' },
    ),
  ],
  'eval export': [
    line(
      '$E --format csv',
      { exitCode: 2, says: 'has no GET /evaluations/evaluation-1/evaluation_scenarios.' },
      { says: 'row,input.question,expected.correct_answer,output,error,score.close (support),cost,latency' },
    ),
  ],
  'eval list': [
    line('', { exitCode: 2, says: 'has no GET /evaluations.' }, {}),
    line(
      '--since 2020-01-01 --search CASE --sort cost --desc --limit 2 --json',
      { exitCode: 2, says: 'has no GET /evaluations.' },
      { says: '"testset_name": "cases"' },
    ),
    both('--route /', { exitCode: 2, says: 'This service lacks routes of evaluations, an extension of wf.' }),
  ],
  'eval plan': [
    both('--testset cases --variants $V --evaluators exact_match', {
      exitCode: 2,
      says: 'This service lacks forecasts of evaluations, an extension of wf.',
    }),
  ],
  'eval resume': [both('$E', { exitCode: 2, says: 'This service lacks resumable evaluations, an extension of wf.' })],
  'eval rows': [line('$E', { exitCode: 2, says: 'has no GET /evaluations/evaluation-1/evaluation_scenarios.' }, {})],
  'eval run': [
    line(
      '--testset $FILES/more.csv --variants $SPARE,$OTHER --evaluators exact_match',
      { exitCode: 2, says: 'The variant "default" is named twice.' },
      {
        changes: [
          '+ test set more [{"question":"e","correct_answer":"f"}]',
          '+ evaluator exact_match (support): auto_exact_match {"correct_answer_key":"correct_answer"}',
          '+ evaluation of app.spare on more by exact_match (support)',
          '+ evaluation of app.default on more by exact_match (support)',
        ],
      },
    ),
    line(
      '--testset cases --variants $V --evaluators exact_match',
      { exitCode: 2, says: 'has no GET /evaluators.' },
      {
        changes: [
          '+ evaluator exact_match (support): auto_exact_match {"correct_answer_key":"correct_answer"}',
          '+ evaluation of app.n on cases by exact_match (support)',
        ],
      },
    ),
  ],
  'eval show': [
    both('$E', { says: 'EVALUATION_FINISHED' }),
    both('$E --route /', { exitCode: 2, says: 'This service lacks routes of evaluations, an extension of wf.' }),
    line(
      '$E --group-by question',
      { exitCode: 2, says: 'has no GET /evaluations/evaluation-1/evaluation_scenarios.' },
      {},
    ),
  ],
  'eval update': [
    both('$E --label team=search', { exitCode: 2, says: 'This service lacks labels, an extension of wf.' }),
  ],
  'eval watch': [line('$E', { exitCode: 2, says: 'has no GET /evaluations/evaluation-1/status.' }, {})],
  'evaluators create': [
    line(
      'near --evaluator exact_match --set correct_answer_key=answer',
      { exitCode: 2, says: 'has no GET /evaluators.' },
      {
        changes: ['+ evaluator near (support): auto_exact_match {"correct_answer_key":"answer"}'],
        says: 'Stored near (support)',
      },
    ),
  ],
  'evaluators delete': [
    line(
      'close --yes',
      { exitCode: 2, says: 'has no GET /evaluators/configs.' },
      {
        changes: [
          '- evaluator close (support): auto_exact_match {"correct_answer_key":"correct_answer"}',
          '- evaluation of app.default on cases by close (support)',
          '- evaluation of app.n on cases by close (support)',
          '+ evaluation of app.default on cases by ',
          '+ evaluation of app.n on cases by ',
        ],
        says: 'Deleted evaluator configuration close (support)',
      },
    ),
  ],
  'evaluators list': [
    line('', { exitCode: 2, says: 'has no GET /apps.' }, {}),
    line('--stored', { exitCode: 2, says: 'has no GET /evaluators/configs.' }, {}),
  ],
  'evaluators show': [line('exact_match', { exitCode: 2, says: 'has no GET /apps.' }, {})],
  'human-eval create': [
    line(
      '--testset cases --variants $V',
      { exitCode: 2, says: 'has no GET /variants/variant-default.' },
      { changes: ['+ human evaluation of app.n on cases: single_model_test ["question"]'] },
    ),
    line(
      '--testset $FILES/more.csv --variants $SPARE,$OTHER',
      { exitCode: 2, says: 'The variant "default" is named twice.' },
      {
        changes: [
          '+ test set more [{"question":"e","correct_answer":"f"}]',
          '+ human evaluation of app.spare, app.default on more: human_a_b_testing ["question"]',
        ],
      },
    ),
    both('--testset cases --variants $V --voters ana', {
      exitCode: 2,
      says: 'This service lacks personal links for voters (--voters), an extension of wf.',
    }),
  ],
  'human-eval close': [both('$H', { exitCode: 2, says: 'has no PUT /human-evaluations/' })],
  'human-eval delete': [
    line(
      '$H --yes',
      { exitCode: 2, says: 'has no DELETE /human-evaluations.' },
      {
        changes: ['- human evaluation of app.n on cases: single_model_test ["question"]'],
        says: 'Deleted human evaluation ',
      },
    ),
  ],
  'human-eval list': [line('', {}, {})],
  'human-eval results': [
    line(
      '$H',
      { exitCode: 2, says: 'has no GET /human-evaluations/human-1/evaluation_scenarios.' },
      { says: 'The service lacks the votes of each person' },
    ),
  ],
  'human-eval show': [line('$H', {}, {})],
  'testsets check': [line('cases', { exitCode: 2, says: 'has no GET /testsets.' }, {})],
  'testsets create': [
    line(
      '$FILES/cases.csv',
      { exitCode: 2, says: 'has no GET /testsets.' },
      { says: 'Nothing changed: test set cases' },
    ),
    line(
      'more.csv',
      { exitCode: 2, says: 'has no GET /testsets.' },
      { changes: ['+ test set more [{"question":"e","correct_answer":"f"}]'], says: 'Stored test set more' },
    ),
  ],
  'testsets delete': [
    line(
      'cases --yes',
      { exitCode: 2, says: 'has no GET /testsets.' },
      {
        changes: [
          '- test set cases [{"question":"a","correct_answer":"b"},{"question":"c","correct_answer":"d"}]',
          '- evaluation of app.default on cases by close (support)',
          '- evaluation of app.n on cases by close (support)',
          '- human evaluation of app.n on cases: single_model_test ["question"]',
          '+ evaluation of app.default on a deleted test set by close (support)',
          '+ evaluation of app.n on a deleted test set by close (support)',
          '+ human evaluation of app.n on a deleted test set: single_model_test ["question"]',
        ],
        says: 'Deleted test set cases',
      },
    ),
  ],
  'testsets export': [
    line('cases', { exitCode: 2, says: 'has no GET /testsets.' }, { says: '{"question":"a","correct_answer":"b"}' }),
  ],
  'testsets list': [
    line('', { exitCode: 2, says: 'has no GET /testsets.' }, {}),
    line(
      '--search CASE --sort name --desc --limit 1 --json',
      { exitCode: 2, says: 'has no GET /testsets.' },
      { says: '"cases"' },
    ),
  ],
  'testsets show': [line('cases', { exitCode: 2, says: 'has no GET /testsets.' }, {})],
  'testsets update': [
    line(
      'cases --label team=search',
      { exitCode: 2, says: 'has no GET /testsets.' },
      { exitCode: 2, says: 'This service lacks labels, an extension of wf.' },
    ),
  ],
} as const satisfies Readonly<Record<string, readonly CommandLine[]>>;
