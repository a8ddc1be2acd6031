import { describe, expect, test } from 'vitest';
import {
  checkCompatibility,
  type CheckCompatibilityOptions,
  rejectedBreaks,
} from '../../../../../src/contract/deployments/compatibility/check-compatibility.ts';
import type { StoredConfiguration } from '../../../../../src/contract/deployments/compatibility/find-breaks.ts';
import type { RouteSchema } from '../../../../../src/contract/deployments/route-schema.ts';

type Fields = Readonly<Record<string, object>>;

const route = (path: string, properties: Fields): RouteSchema => ({
  path,
  name: path,
  config: { type: 'object', properties },
  input: null,
  output: null,
  defaults: Object.fromEntries(
    Object.entries(properties).flatMap(([name, field]) => ('default' in field ? [[name, field.default]] : [])),
  ),
});

/** Code, as the fields of each of its routes. */
type Code = Readonly<Record<string, Fields>>;
const routesOf = (code: Code) => Object.entries(code).map(([path, fields]) => route(path, fields));

interface Given extends Partial<Omit<StoredConfiguration, 'routes'>> {
  readonly before: Code;
  readonly after: Code;
  /** The newest deployed code. @defaultValue the code before */
  readonly current?: Code | null;
}

/** Checks one stored configuration, which an environment runs with the code before. */
function breaksOf({ before, after, current = before, ...stored }: Given) {
  const configuration: StoredConfiguration = {
    environment: 'live',
    isDeployed: false,
    variant_id: 'v',
    variant_name: 'main',
    revision: 3,
    parameters: {},
    ...stored,
    routes: routesOf(before),
  };
  return checkCompatibility({
    current: current === null ? null : routesOf(current),
    next: routesOf(after),
    configurations: [configuration],
    histories: [],
    migrations: [],
  }).breaks;
}

const [TEXT, NUMBER] = [{ type: 'string' }, { type: 'number' }];

describe('a value that the new code refuses', () => {
  test.each<[string, object, object, unknown, string]>([
    ['enum', { ...TEXT, enum: ['a', 'b'] }, { ...TEXT, enum: ['b'] }, 'a', 'x = "a" is no longer a choice'],
    ['minimum', { ...NUMBER, minimum: 1 }, { ...NUMBER, minimum: 3 }, 2, 'x = 2 is less than the minimum 3 (was 1)'],
    [
      'exclusiveMinimum',
      { ...NUMBER, exclusiveMinimum: 1 },
      { ...NUMBER, exclusiveMinimum: 2 },
      2,
      'x = 2 is not more than the exclusive minimum 2 (was 1)',
    ],
    ['maximum', { ...NUMBER, maximum: 9 }, { ...NUMBER, maximum: 1 }, 2, 'x = 2 is more than the maximum 1 (was 9)'],
    [
      'exclusiveMaximum',
      { ...NUMBER, exclusiveMaximum: 9 },
      { ...NUMBER, exclusiveMaximum: 2 },
      2,
      'x = 2 is not less than the exclusive maximum 2 (was 9)',
    ],
    ['type', TEXT, { type: 'integer' }, 'abc', 'x = "abc" is not of type "integer" (was "string")'],
  ])('by its %s has the rule before and after', (keyword, before, after, value, what) => {
    const ruleOf = (field: object) => (field as Record<string, unknown>)[keyword];
    expect(
      breaksOf({ before: { '/a': { x: before } }, after: { '/a': { x: after } }, parameters: { x: value } }),
    ).toEqual([
      {
        severity: 'breaking',
        environment: 'live',
        variant_id: 'v',
        variant_name: 'main',
        revision: 3,
        route: '/a',
        field: 'x',
        value,
        keyword,
        before: ruleOf(before),
        after: ruleOf(after),
        message: `live runs main@3: ${what}`,
        suggestions: expect.any(Array) as string[],
      },
    ]);
  });

  test('because no route has the field any more, or ever had', () => {
    const [before, after] = [{ '/a': { x: TEXT } }, { '/a': { y: NUMBER } }];
    expect(breaksOf({ before, after, parameters: { x: 'abc', z: 1 } })).toMatchObject([
      {
        route: null,
        field: 'x',
        value: 'abc',
        keyword: null,
        before: TEXT,
        after: null,
        message: 'live runs main@3: x = "abc" is no longer a field of any route',
      },
      { field: 'z', before: null, message: 'live runs main@3: z = 1 is not a field of any route' },
    ]);
  });

  test('is compared with the rule of its route, else with that of any that had the field', () => {
    const limited = (maximum: number) => ({ x: { ...NUMBER, maximum } });
    const [before, after] = [
      { '/a': limited(5), '/b': limited(7) },
      { '/a': limited(9), '/b': limited(1) },
    ];
    const parameters = { '/b': { x: 6 } };
    expect(breaksOf({ before, after, parameters })).toMatchObject([
      { route: '/b', field: '/b:x', value: 6, keyword: 'maximum', before: 7, after: 1 },
    ]);
    expect(breaksOf({ before: { '/a': limited(5) }, after, parameters })).toMatchObject([{ before: 5, after: 1 }]);
    expect(breaksOf({ before: { '/c': {} }, after, parameters })[0]?.message).toBe(
      'live runs main@3: /b:x = 6 is more than the maximum 1',
    );
  });

  test('is no break where the new code accepts it', () => {
    const [before, after] = [{ '/a': { x: TEXT } }, { '/a': { x: { type: 'integer' }, y: TEXT } }];
    expect(breaksOf({ before, after, parameters: { x: 3 } })).toEqual([]);
    expect(breaksOf({ before, after, parameters: {} })).toEqual([]);
  });
});

describe('the message of a break', () => {
  const [before, after] = [{ '/a': { x: TEXT } }, { '/a': { x: { type: 'integer' } } }];
  const messageOf = (given: Partial<Given>) =>
    breaksOf({ before, after, parameters: { x: 'abc' }, ...given })[0]?.message;
  const WHAT = 'x = "abc" is not of type "integer" (was "string")';

  test('says who runs the value, or would', () => {
    expect(messageOf({})).toBe(`live runs main@3: ${WHAT}`);
    expect(messageOf({ isDeployed: true })).toBe(`live would run main@3: ${WHAT}`);
    expect(messageOf({ environment: null })).toBe(`main@3, which no environment runs: ${WHAT}`);
  });

  test('names the route where there are others', () => {
    const more = { ...after, '/b': { y: TEXT } };
    expect(messageOf({ after: more })).toBe(
      'live runs main@3: x of /a = "abc" is not of type "integer" (was "string")',
    );
    const parameters = { '/b': { x: 'abc' } };
    expect(messageOf({ before: { ...before, '/b': { x: TEXT } }, after: more, parameters })).toBe(
      'live runs main@3: /b:x = "abc" is no longer a field of /b',
    );
    expect(messageOf({ after: more, parameters: { '/c': { x: 'abc' } } })).toBe(
      'live runs main@3: /c:x = "abc" is stored for a route that the code lacks',
    );
  });

  test('has the problem itself where no bound is to blame', () => {
    const chat = { '/a': { x: { type: 'array', 'x-parameter': 'chat_messages', 'x-wf': true } } };
    expect(messageOf({ after: chat, parameters: { x: [{ role: 'user' }] } })).toBe(
      'live runs main@3: x = [{"role":"user"}] is rejected: Field required',
    );
  });

  test('shortens a long value', () => {
    const choices = { '/a': { x: { ...TEXT, enum: ['a'] } } };
    const given = (length: number) => messageOf({ after: choices, parameters: { x: 'x'.repeat(length) } });
    expect(given(58)).toBe(`live runs main@3: x = "${'x'.repeat(58)}" is no longer a choice`);
    expect(given(59)).toBe(`live runs main@3: x = "${'x'.repeat(59)}… is no longer a choice`);
  });
});

describe('how severe a break is', () => {
  const [before, after] = [{ '/a': { x: TEXT } }, { '/a': { x: { type: 'integer' } } }];

  test.each<[string, Partial<Given>, string]>([
    ['nobody runs the values', { environment: null }, 'idle'],
    ['nobody runs them, and they are deployed', { environment: null, isDeployed: true }, 'idle'],
    ['an environment will run them with the new code', { isDeployed: true }, 'fatal'],
    ['an environment runs them with its own code', {}, 'breaking'],
    ['there was no code before', { current: null }, 'breaking'],
    ['the newest code refused them, too', { current: after }, 'known'],
    ['it did, and an environment will run them', { current: after, isDeployed: true }, 'fatal'],
  ])('where %s: %#', (_, given, severity) => {
    expect(breaksOf({ before, after, parameters: { x: 'abc' }, ...given })).toMatchObject([{ severity }]);
  });

  test('decides whether a deployment is refused', () => {
    const breaks = (['known', 'fatal', 'idle', 'breaking'] as const).flatMap((severity) =>
      breaksOf({ before, after, parameters: { x: 'abc' } }).map((each) => ({ ...each, severity })),
    );
    const refused = (isAccepted: boolean) => rejectedBreaks({ breaks }, isAccepted).map(({ severity }) => severity);
    expect([refused(false), refused(true)]).toEqual([['fatal', 'breaking'], ['fatal']]);
  });
});

describe('migrations', () => {
  const CODE = routesOf({ '/': { words: { type: 'integer', minimum: 1, maximum: 200 }, old: { type: 'boolean' } } });
  const NEXT = routesOf({ '/': { words: { type: 'integer', minimum: 10, maximum: 100 }, model: TEXT } });

  /** Revisions of one variant, oldest first, which `live` and `test` run. */
  function migrate(
    revisions: readonly object[],
    migrations: readonly string[],
    running: Partial<CheckCompatibilityOptions> = {},
  ) {
    const numbered = revisions.map((parameters, index) => ({ revision: index + 1, parameters: { ...parameters } }));
    const ids = { variant_id: 'v', variant_name: 'main' };
    const configurations = numbered.map((one, index): StoredConfiguration => {
      return { ...ids, ...one, environment: ['live', 'test'][index] ?? null, isDeployed: true, routes: CODE };
    });
    const histories = [{ ...ids, revisions: numbered }];
    return checkCompatibility({ current: CODE, next: NEXT, configurations, histories, migrations, ...running });
  }

  test('create one revision each, oldest first, and those that change nothing are listed', () => {
    const { migrated, ...report } = migrate(
      [{ words: 5, old: true }, { words: 150 }],
      ['clamp:words', 'drop:old', 'default:model'],
    );
    expect(report).toEqual({ is_breaking: false, breaks: [], unused_migrations: ['default:model'] });
    expect(migrated).toEqual([
      {
        variant_id: 'v',
        variant_name: 'main',
        from_revision: 1,
        to_revision: 3,
        is_new: true,
        environments: ['live'],
        before: { words: 5, old: true },
        after: { words: 10 },
      },
      expect.objectContaining({ from_revision: 2, to_revision: 4, environments: ['test'], after: { words: 100 } }),
    ]);
  });

  test('leave the break of a value that they do not cure', () => {
    expect(migrate([{ words: 5, old: true }], ['clamp:words'])).toMatchObject({
      is_breaking: true,
      breaks: [{ field: 'old' }],
      migrated: [],
    });
  });

  test('are not applied to what the new code accepts', () => {
    expect(migrate([{ words: 50 }], ['rename:words=model'])).toEqual({
      is_breaking: false,
      breaks: [],
      migrated: [],
      unused_migrations: ['rename:words=model'],
    });
  });

  test('reuse a later revision with the same parameters, and copy the newest over older ones', () => {
    const numbersOf = (...revisions: readonly object[]) =>
      migrate(revisions, ['clamp:words']).migrated.map(({ from_revision, to_revision, is_new }) => [
        from_revision,
        to_revision,
        is_new,
      ]);
    expect(numbersOf({ words: 5 }, { words: 10 })).toEqual([[1, 2, false]]);
    expect(numbersOf({ words: 5 }, { words: 50 })).toEqual([
      [1, 3, true],
      [2, 4, true],
    ]);
    expect(numbersOf({ words: 5 }, { words: 6 })).toEqual([
      [1, 3, true],
      [2, 3, false],
    ]);
  });
});
