import { expect, test } from 'vitest';
import * as BASE from '../../../../../src/cli/kit/define/base-flags.ts';

test('the flags that many commands share', () => {
  const { ASKS_FIRST, ...groups } = BASE;
  expect(ASKS_FIRST).toBe('Asks first on a terminal; scripts pass --yes.');
  expect(Object.values(groups).flatMap((flags) => Object.entries(flags).map(describe))).toEqual([
    '--json {"helpGroup":"GLOBAL"} Print one JSON document with the wire field names; --json=FIELD,FIELD only these.',
    '--jq {"helpGroup":"GLOBAL","helpValue":"FILTER"} Print the output of a jq filter over the JSON document, strings without quotes.',
    '--tsv {"helpGroup":"GLOBAL","exclusive":["json","jq"]} Print tab-separated values.',
    '--quiet {"char":"q","helpGroup":"GLOBAL","exclusive":["json","jq","tsv"]} Print only ids (or names) and no progress.',
    '--profile {"helpGroup":"GLOBAL","helpValue":"PROFILE"} Use the settings and the key of this profile.',
    '--base-url {"helpGroup":"GLOBAL","helpValue":"URL"} URL of the service.',
    '--timeout {"helpGroup":"GLOBAL","helpValue":"SECONDS"} Time limit for each request, and for the wait for an evaluation.',
    '--debug {"helpGroup":"GLOBAL"} Show requests (credentials redacted) and stack traces on stderr.',
    '--no-color {"helpGroup":"GLOBAL"} Print without colours.',
    '--app {"helpValue":"APP"} Name or id of the app. Default: the project\'s.',
    '--input {"char":"i","helpValue":"KEY=VALUE","multiple":true,"multipleNonGreedy":true} Set one input.',
    '--inputs {"helpValue":"FILE|-"} JSON object with inputs; - reads stdin.',
    '--message {"char":"m","helpValue":"TEXT"} Reason for the change, stored with the revision.',
    '--yes {"char":"y"} Skip the confirmation.',
    '--events {} Print progress on stderr, one JSON object per line.',
    '--check {} Fail on type errors. Default: report them; --no-check checks nothing.',
    '--markdown {"exclusive":["json","jq","quiet","tsv"]} Print Markdown for a comment on a pull request.',
    '--interactive {"exclusive":["json","jq","quiet","tsv"]} Browse the list: move, filter, open, copy an id, compare two.',
  ]);
});

interface Flag {
  readonly char?: string | undefined;
  readonly summary?: string | undefined;
  readonly helpGroup?: string | undefined;
  readonly exclusive?: unknown;
  readonly multiple?: boolean;
  readonly multipleNonGreedy?: boolean;
  readonly helpValue?: unknown;
}

function describe([name, flag]: [string, Flag]): string {
  const { char, summary, helpGroup, helpValue, exclusive, multiple, multipleNonGreedy } = flag;
  const facts = { char, helpGroup, helpValue, exclusive, multiple: multiple || undefined, multipleNonGreedy };
  return `--${name} ${JSON.stringify(facts)} ${summary}`;
}
