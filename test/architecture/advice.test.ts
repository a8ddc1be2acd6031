import { readdirSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { expect, test } from 'vitest';
import { adviceIn } from '../helpers/stories/find-advice.ts';
import { findProposals } from './find-proposals.ts';
import { readSources } from './read-imports.ts';

const STORIES = new URL('../recorded/stories/', import.meta.url);

/** Texts that are no advice of a message: they explain errors, are read on the page, or name a thing. */
const NO_ADVICE =
  /^src\/(?:playground\/|foundation\/errors\/|project\/keychain-key|service\/store\/change-listener|use-cases\/scripts\/completion\/)/;
const NO_COMMAND = /^wf (?:has a bug|no longer|dev already|init would|move$|secret key|help \0)/;

/** Advice that no story prints, by its file, with what a story lacks. */
const ELSEWHERE: Readonly<Record<string, string>> = {
  'bundler/': 'packages with native code, and platforms: test/e2e/native-packages, targets',
  'service/': 'settings with which a server does not start: test/unit/use-cases/serve',
  'cli/kit/process/write-log.ts': 'a command that is cut off: test/conformance/others/interrupted-writes',
  'client/':
    'another service: test/conformance/others/advice; one that answers wrongly: test/unit/client, test/faults/client',
  'evaluation/': 'judges without a key, and more rows than a story has: test/unit/evaluation',
  'ui/evaluations/evaluation-row-views.ts': 'longer values than a story has: test/e2e/long-values',
  'use-cases/deployments/deploy-workflow.ts': 'a service that runs no code',
  'use-cases/deployments/hosted-address.ts': 'another service: test/conformance/others/hosted-registrations',
  'use-cases/deployments/register-address.ts': 'another service: test/conformance/others/public-registrations',
  'use-cases/develop/rows/open-evaluators.ts': 'evaluators of the project for deployed code',
  'use-cases/develop/run-deployed-route.ts': 'a deployed workflow that ends itself',
  'use-cases/doctor/': 'findings about a machine or a service: test/unit/use-cases/doctor',
  'use-cases/evaluations/plan-gate-of-run.ts': 'a gate that cannot pass: test/unit/evaluation/gate',
  'use-cases/evaluations/require-finished.ts': 'evaluations that a limit or a service stopped: test/e2e/judges',
  'use-cases/evaluations/require-scored.ts':
    'an evaluator that scores nothing: test/conformance/others/public-settings',
  'use-cases/evaluations/run-evaluation.ts': 'judges without a key: test/e2e/judges',
  'use-cases/evaluations/watch-evaluations.ts': 'a wait that is interrupted: test/e2e/leaving-callers',
  'use-cases/human-evaluations/create-human-evaluation.ts': 'another service that stores something else',
  'use-cases/keys/who-am-i.ts': 'another service without GET /profile',
  'use-cases/records/delete-record.ts': 'the last key of an operator: test/conformance',
  'use-cases/scaffold/plan-join.ts': 'a package with a file at the entry',
  'use-cases/serve/require-system-sandbox.ts': 'a machine without a sandbox',
};

test('every command that a message proposes is typed where a story prints it, or is listed with a reason', () => {
  const printed = readdirSync(STORIES).flatMap((name) => adviceIn(readFileSync(new URL(name, STORIES), 'utf8')));
  const proposals = findProposals(readSources(resolve(), 'src')).filter(
    ({ path, line }) => !NO_ADVICE.test(path) && !NO_COMMAND.test(line),
  );
  const untyped = proposals.filter(({ line }) => !printed.some((advice) => patternOf(line).test(advice.line)));
  const told = untyped.map(({ path, line }) => `${path}: ${line.replaceAll('\0', '…')}`);
  expect(proposals.length).toBeGreaterThan(150);
  expect(told.filter((each) => !Object.keys(ELSEWHERE).some((path) => each.startsWith(`src/${path}`)))).toEqual([]);
  const stale = Object.keys(ELSEWHERE).filter((path) => !told.some((each) => each.startsWith(`src/${path}`)));
  expect(stale).toEqual([]);
});

/** What a story prints for a text of the sources, whose `\0` is filled in; flags of the place may follow. */
function patternOf(line: string): RegExp {
  const [command = ''] = line.split(/, in |: |[.:;]$/);
  const words = command.split('\0').map((part) => part.replaceAll(/[\\^$.*+?()[\]{}|]/g, String.raw`\$&`));
  return new RegExp(`^${words.join('.*')}(?= --(?:app|profile|base-url) |$)`);
}
