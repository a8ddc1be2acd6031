import type { Line } from '../play-table.ts';

const show = (hook: string, jq: string) => `wf webhooks show ${hook} --jq '${jq}'`;
const list = (flags: string, jq = 'length') => `wf webhooks list --search forms ${flags} --jq '${jq}'`;

/** Webhooks. Their address has no host, so that nothing arrives. */
export const WEBHOOKS: readonly Line[] = [
  'wf apps create $APP; one=http://forms.invalid/1; two=http://forms.invalid/2; three=http://forms.invalid/3',
  [
    'wf webhooks create $one --app $APP --on environment.deployed,evaluation.failed',
    show('$one', '.events | length'),
    '2',
  ],
  ['wf webhooks create $two --jq .url', show('$two', '.events'), 'null'],
  'wf webhooks create $three; id=$(wf webhooks list --search forms.invalid/2 --jq ".[0].id")',
  'id3=$(wf webhooks list --search forms.invalid/3 --jq ".[0].id")',
  [show('$id', '.url'), 'http://forms.invalid/2'],
  [`wf webhooks show \${id:0:35} --limit 1 --jq '.deliveries | length'`, /^[01]$/],
  [list('--limit 2'), '2'],
  [list('--all'), '3'],
  [list('--since 1h'), '3'],
  [list('--since 2099-01-01'), '0'],
  [list('--until 12h'), '0'],
  [list('--until 2099-01-01'), '3'],
  [list('--sort url --desc', '.[0].url'), 'http://forms.invalid/3'],
  ['wf webhooks test $one; true', show('$one', '.deliveries[0].event'), /test|ping/],
  ['wf webhooks test $id; true', `wf webhooks show $id --all --jq '.deliveries | length > 0'`, 'true'],
  ['wf webhooks test ${id3:0:35}; true', show('$three', '.deliveries | length > 0'), 'true'],
  ['wf webhooks delete $one --yes', list('--all'), '2'],
  ['wf webhooks delete $id -y', list('--all'), '1'],
  ['wf webhooks delete ${id3:0:35} -y', list('--all'), '0'],
];
