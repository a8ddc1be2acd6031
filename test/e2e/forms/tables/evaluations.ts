import type { Line } from '../play-table.ts';

const run = (flags: string) => `wf eval run --app $APP ${flags}`;
const one = (flags: string) => run(`--testset forms-cases --evaluators exact_match --variants default ${flags}`);
/** Reads the newest evaluation. */
const show = (jq = '.subset.rows') => `wf eval list --app $APP --limit 1 --jq '.[0] | ${jq}'`;
const plan = (flags: string) =>
  `wf eval plan --app $APP --variants default --evaluators exact_match ${flags} --jq '.[0].rows'`;
const stored = (flags: string) => plan(`--testset forms-cases ${flags}`);
const list = (flags: string, jq = 'length > 0') => `wf eval list --app $APP ${flags} --jq '${jq}'`;

/** Evaluations: running and planning. */
export const EVALUATIONS: readonly Line[] = [
  'wf deploy project -y --no-check --env development',
  'wf variants create other --app $APP --set note=other',
  'wf testsets create cases.csv --name forms-cases --types size=number',
  'tid=$(wf testsets show forms-cases --jq .id)',

  [
    run('--testset forms-cases --evaluators exact_match --variants default,other --label team=a=b --label who=ana'),
    list('--label team=a=b --label who', 'length'),
    '2',
  ],
  'id=$(wf eval show default --app $APP --jq .id); other=$(wf eval show other --app $APP --jq .id)',
  [
    run('--testset forms-cases --evaluators exact_match --variants other@1 --route /shout --concurrency 3 --repeat 2'),
    'wf eval show other --route /shout --app $APP --jq ".route"',
    '/shout',
  ],
  [
    run(
      '--testset cases.csv --format csv --delimiter , --types size=number,kind=json --evaluators exact_match --variants other',
    ),
    { exit: 2, says: /should be JSON/ },
  ],
  [
    run('--testset - --format csv --evaluators "contains:substring=one,exact_match" --variants default < cases.csv'),
    show('.aggregated_results | length'),
    '2',
  ],
  [
    'tr , "\\t" < cases.csv | ' + run('--testset - --format tsv --evaluators exact_match --variants default'),
    list('', 'length'),
    '5',
  ],
  [
    'wf testsets export forms-cases --format json | ' +
      run('--testset - --format json --evaluators exact_match --variants default'),
    list('', 'length'),
    '6',
  ],
  [
    'wf testsets export forms-cases --format jsonl | ' +
      run('--testset - --format jsonl --evaluators exact_match --variants default'),
    list('', 'length'),
    '7',
  ],
  [
    run('--testset forms-cases@1 --evaluators exact_match --variants default --cluster-by kind'),
    show('.cluster_by'),
    'kind',
  ],
  [run('--testset $tid --evaluators exact_match --variants default --where kind=odd --where text!=three'), show(), '1'],
  [one('--where "size>=3"'), show(), '2'],
  [one('--where "size>3"'), show(), '1'],
  [one('--where "size<=3"'), show(), '3'],
  [one('--where "size<3"'), show(), '2'],
  [one('--where text~re'), show(), '1'],
  [one('--where text=a=b'), show(), '1'],
  [one('--failed-of $id'), show(), '1'],
  [one('--failed-of $other'), show(), '4'],
  [one('--sample 2 --seed 5'), show('[.subset.rows, .subset.seed] | join(" ")'), '2 5'],
  [one('--limit 3'), show(), '3'],
  [one('--shard 1/2'), show('.subset.shard.count'), '2'],
  [
    one('--fresh --fresh-scores --max-cost 1 --time-limit 60 --call-timeout 20.5 --max-errors 0'),
    { exit: 9, says: /cost/ },
  ],
  ['ONE=1 TWO=2 ' + one('--provider-keys ONE,TWO'), show('.status.value'), 'EVALUATION_FINISHED'],
  [one('--events 2>&1 >out.json | tail -1'), /^\{.*\}$/],
  [one('--markdown'), /^#|\|/],
  [one('--gate gate.json --baseline $id'), /./],
  [one('--gate gate.json --baseline default'), /./],
  'wf env deploy development --variant default --app $APP',
  [one('--gate gate.json --baseline env:development'), /./],
  'wf eval export $id --app $APP --format json -o evidence.json',
  [one('--gate gate.json --baseline evidence.json'), /./],

  [stored('--cluster-by kind --limit 1'), /^[12]$/],
  [stored('--where kind=odd --where text!=one'), '1'],
  [stored('--where "size>=3"'), '2'],
  [stored('--where "size>3"'), '1'],
  [stored('--where "size<=3"'), '3'],
  [stored('--where "size<3"'), '2'],
  [stored('--where text~re'), '1'],
  [stored('--where text=a=b'), '1'],
  [stored('--failed-of $id'), '1'],
  [stored('--sample 2 --seed 5'), '2'],
  [stored('--shard 1/2 --concurrency 2 --repeat 2 --route /'), '4'],
  [stored('--fresh --fresh-scores'), '4'],
  [
    `wf eval plan --app $APP --testset forms-cases --evaluators exact_match --gate gate.json --variants default --jq '.forecasts[0].rows'`,
    '4',
  ],
  [plan('--testset cases.csv --format csv --delimiter , --types size=number,correct_answer=text'), '4'],
  ['tr , "\\t" < cases.csv | ' + plan('--testset - --format tsv'), '4'],
  ['wf testsets export forms-cases --format json | ' + plan('--testset - --format json'), '4'],
  ['wf testsets export forms-cases --format jsonl | ' + plan('--testset - --format jsonl'), '4'],
  [plan('--testset $tid'), '4'],
  [plan('--testset forms-cases@1'), '4'],
  [
    'wf eval plan --app $APP --testset forms-cases --variants default,other@1 --evaluators exact_match,contains:substring=a --jq length',
    '2',
  ],

  'cancelled=$(wf eval list --app $APP --status cancelled --jq ".[0].id")',
  [
    'wf eval resume $cancelled --app $APP --max-cost none --time-limit 50 --call-timeout none',
    'wf eval show $cancelled --app $APP --jq .status.value',
    'EVALUATION_FINISHED',
  ],
  ['wf eval cancel $id --app $APP --yes', { exit: 5, says: /finished/ }],
  ['wf eval cancel ${id:0:35} --app $APP -y', { exit: 5, says: /finished/ }],
  ['wf eval cancel other --route / --app $APP -y', { exit: 5, says: /finished/ }],
  ['wf eval resume $id --app $APP --max-errors 0 --events', { exit: 5, says: /finished/ }],
  ['wf eval resume ${id:0:35} --app $APP --max-cost 1 --time-limit 5 --call-timeout 5', { exit: 5, says: /finished/ }],
  ['wf eval resume other --route / --app $APP', { exit: 5, says: /finished/ }],
  ['wf eval resume --all --app $APP', /./],
];
