import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openWorld, type World } from './open-stage.ts';
import { playTable, typedIn, type Line } from './play-table.ts';
import { readDefinitions, requiredForms } from './required-forms.ts';
import { ENVIRONMENTS } from './tables/environments.ts';
import { EVALUATIONS } from './tables/evaluations.ts';
import { HUMANS } from './tables/humans.ts';
import { OPERATIONS } from './tables/operations.ts';
import { PROJECTS } from './tables/projects.ts';
import { RESULTS } from './tables/results.ts';
import { TESTSETS } from './tables/testsets.ts';
import { VALUES } from './tables/values.ts';
import { VARIANTS } from './tables/variants.ts';
import { WEBHOOKS } from './tables/webhooks.ts';
import { typedForms } from './typed-forms.ts';

/** What these tables cannot type, by the beginning of its forms, and why. */
const NOT_HERE: Readonly<Record<string, string>> = {
  'backup --database-url': 'needs PostgreSQL',
  'keys rotate-secret --database-url': 'needs PostgreSQL',
  'move --database-url': 'needs PostgreSQL',
  'restore --database-url': 'needs PostgreSQL',
  'serve --artifacts': 'needs a bucket',
  'serve --bundle-users': 'needs root',
  'serve --database-url': 'needs PostgreSQL',
  'serve --require-sandbox': 'depends on the machine',
  worker: 'needs PostgreSQL',
};

/** Each table is played in a home and an app of its own. */
const TABLES: Readonly<Record<string, readonly Line[]>> = {
  environments: ENVIRONMENTS,
  evaluations: EVALUATIONS,
  humans: HUMANS,
  operations: OPERATIONS,
  projects: PROJECTS,
  results: RESULTS,
  testsets: TESTSETS,
  values: VALUES,
  variants: VARIANTS,
  webhooks: WEBHOOKS,
};

describe.concurrent('what is typed has its effect, read by another line', () => {
  let world: World;
  beforeAll(async () => void (world = await openWorld()));
  afterAll(async () => await world[Symbol.asyncDispose]());

  for (const [name, lines] of Object.entries(TABLES))
    test(name, async () => {
      expect(await playTable(lines, await world.openStage(`forms-${name}`))).toEqual([]);
    });
});

test('every flag and argument is typed in each form that its help names', async () => {
  const commands = await readDefinitions();
  const lines = Object.values(TABLES).flat();
  const typed = new Set(lines.flatMap(typedIn).flatMap((line) => typedForms(line, commands)));
  const missing = commands.flatMap(requiredForms).filter((form) => !typed.has(form) && !isTypedNowhere(form));
  expect(
    missing,
    'Add a line to a table in test/e2e/forms/tables that types each of these, and reads its effect',
  ).toEqual([]);
});

function isTypedNowhere(form: string): boolean {
  return Object.keys(NOT_HERE).some((start) => form === start || form.startsWith(`${start} `));
}
