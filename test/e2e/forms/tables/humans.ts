import type { Line } from '../play-table.ts';

const create = (flags: string) => `wf human-eval create --app $APP --testset forms-human ${flags} --jq .id`;
const list = (flags: string, jq = 'length > 2') => `wf human-eval list --app $APP ${flags} --jq '${jq}'`;

/** Human evaluations. */
export const HUMANS: readonly Line[] = [
  'wf deploy project -y --no-check; wf variants create other --app $APP --set note=other',
  'wf testsets create cases.csv --name forms-human; tid=$(wf testsets show forms-human --jq .id)',
  [
    create('--variants default,other --voters ana,ben --concurrency 2 --route / --inputs text,kind'),
    list('', '.[0].evaluation_type'),
    'human_a_b_testing',
  ],
  [create('--variants default --type single_model_test'), list('', '.[1].evaluation_type'), 'single_model_test'],
  [
    create('--variants default,other --type human_a_b_testing --events').replace('forms-human', '$tid') +
      ' 2>events.txt',
    'head -c 1 events.txt',
    '{',
  ],
  [create('--variants default').replace('forms-human', 'cases.csv'), list('', 'length'), '4'],
  'ids=$(wf human-eval list --app $APP --jq ".[].id"); id=$(echo $ids | cut -d" " -f1); id2=$(echo $ids | cut -d" " -f2)',
  ['wf human-eval show $id --app $APP --jq ".voters | length"', '2'],
  ['wf human-eval show ${id:0:35} --app $APP --jq ".voters[0].name"', 'ana'],
  [list('--limit 1', 'length'), '1'],
  [list('--all'), 'true'],
  [list('--search HUMAN'), 'true'],
  [list('--since 1h'), 'true'],
  [list('--since 2099-01-01'), 'false'],
  [list('--until 12h'), 'false'],
  [list('--until 2099-01-01'), 'true'],
  [list('--sort created --desc', '.[0].testset_name'), 'cases'],
  ['wf human-eval results $id --app $APP --scale nominal --seed 3 --json', /./],
  ['wf human-eval results ${id2:0:35} --app $APP --scale ordinal --json', /./],
  ['wf human-eval results $id2 --app $APP --scale interval --json', /./],
  [
    'wf eval run --app $APP --testset forms-human --evaluators exact_match --variants other,default; wf human-eval results $id --app $APP --against other:exact_match --route / --pass-score 60 --judge-pass 1 --json',
    /./,
  ],
  ['wf human-eval close $id --app $APP --jq .status', 'EVALUATION_FINISHED'],
  ['wf human-eval close ${id:0:35} --app $APP --reopen --jq .status', 'EVALUATION_STARTED'],
  ['wf human-eval delete $id --app $APP --yes', list('', 'length'), '3'],
  ['wf human-eval delete ${id2:0:35} --app $APP -y', list('', 'length'), '2'],
];
