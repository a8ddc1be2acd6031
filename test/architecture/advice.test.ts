import { readdirSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { expect, test } from 'vitest';
import { adviceIn } from '../helpers/stories/find-advice.ts';
import { NOT_TYPED } from '../helpers/stories/try-advice.ts';
import { findProposals } from './find-proposals.ts';
import { readSources } from './read-imports.ts';

const STORIES = new URL('../recorded/stories/', import.meta.url);
const printed = readdirSync(STORIES).flatMap((name) => adviceIn(readFileSync(new URL(name, STORIES), 'utf8')));

/** Texts that are no advice of a message: they explain errors, are read on the page, or name a thing. */
const NO_ADVICE =
  /^src\/(?:playground\/|foundation\/errors\/|project\/keychain-key|service\/store\/change-listener|use-cases\/scripts\/completion\/)/;
const NO_COMMAND = /^wf (?:has a bug|no longer|dev already|init would|move$|secret key)/;

test('every command that a message proposes is typed where a story prints it, or has a reason why not', () => {
  const proposals = findProposals(readSources(resolve(), 'src')).filter(
    ({ path, line }) => !NO_ADVICE.test(path) && !NO_COMMAND.test(line),
  );
  const isTyped = ({ line }: { line: string }) => printed.some((advice) => patternOf(line).test(advice.line));
  const untyped = proposals
    .filter((proposal) => !isTyped(proposal))
    .map(({ path, line }) => `${path}: ${line.replaceAll('\0', '§')}`);
  expect(proposals.length).toBeGreaterThan(150);
  console.log(untyped.join('\n'));
  expect(untyped).toEqual([]);
  expect(NOT_TYPED).toEqual([]);
});

/** What a story prints for a text of the sources, whose `\0` is filled in; flags of the place may follow. */
function patternOf(line: string): RegExp {
  const [command = ''] = line.split(/, in |: |[.:;]$/);
  const words = command.split('\0').map((part) => part.replaceAll(/[\\^$.*+?()[\]{}|]/g, String.raw`\$&`));
  return new RegExp(`^${words.join('.*')}(?= --(?:app|profile|base-url) |$)`);
}
