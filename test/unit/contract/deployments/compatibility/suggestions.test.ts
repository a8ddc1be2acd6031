import { expect, test } from 'vitest';
import { checkCompatibility } from '../../../../../src/contract/deployments/compatibility/check-compatibility.ts';
import type { RouteSchema } from '../../../../../src/contract/deployments/route-schema.ts';
import type { Parameters } from '../../../../../src/contract/variants/variant.ts';

type Fields = Readonly<Record<string, object>>;
/** Code, as the fields of each of its routes. */
type Code = Readonly<Record<string, Fields>>;

const routesOf = (code: Code): RouteSchema[] =>
  Object.entries(code).map(([path, properties]) => ({
    path,
    name: path,
    config: { type: 'object', properties },
    input: null,
    output: null,
    defaults: Object.fromEntries(
      Object.entries(properties).flatMap(([name, field]) => ('default' in field ? [[name, field.default]] : [])),
    ),
  }));

/** Suggests what to do with stored parameters that the code after refuses. */
function suggest(parameters: Parameters, before: Code, after: Code) {
  const ids = { variant_id: 'v', variant_name: 'main', revision: 1 };
  const stored = { ...ids, environment: 'live', isDeployed: true, parameters, routes: routesOf(before) };
  const { breaks } = checkCompatibility({
    current: null,
    next: routesOf(after),
    configurations: [stored],
    histories: [],
    migrations: [],
  });
  return breaks.flatMap(({ suggestions }) => suggestions);
}

const [TEXT, NUMBER] = [{ type: 'string' }, { type: 'number' }];
const MODEL = { type: 'string', 'x-parameter': 'model' };

test.each<[string, Parameters, Code, Code, string[]]>([
  [
    'a removed field is renamed to an added one of its kind, the closest first, or dropped',
    { word: 3 },
    { '/a': { word: NUMBER, kept: NUMBER } },
    { '/a': { kept: NUMBER, other: NUMBER, words: NUMBER, third: NUMBER, text: TEXT } },
    ['rename:word=words', 'rename:word=other', 'drop:word'],
  ],
  [
    'a removed model is renamed to another model',
    { x: 'abc' },
    { '/a': { x: MODEL } },
    { '/a': { y: TEXT, z: MODEL } },
    ['rename:x=z', 'drop:x'],
  ],
  [
    'a name whose rules refuse the value is not suggested',
    { x: 3 },
    { '/a': { x: NUMBER } },
    { '/a': { y: { ...NUMBER, maximum: 1 }, z: NUMBER } },
    ['rename:x=z', 'drop:x'],
  ],
  ['a field that the code never had is dropped', { z: 1 }, { '/a': { x: TEXT } }, { '/a': { y: TEXT } }, ['drop:z']],
  [
    'a value beyond its bounds is clamped, or the default',
    { x: 9 },
    { '/a': { x: NUMBER } },
    { '/a': { x: { ...NUMBER, maximum: 5, default: 2 } } },
    ['clamp:x', 'default:x'],
  ],
  [
    'a value at an exclusive bound is the default',
    { x: 5 },
    { '/a': { x: NUMBER } },
    { '/a': { x: { ...NUMBER, exclusiveMaximum: 5, default: 2 } } },
    ['default:x'],
  ],
  [
    'a choice that is gone is mapped to the closest one',
    { x: 'long' },
    { '/a': { x: TEXT } },
    { '/a': { x: { ...TEXT, enum: ['short', 'longest', 'longer'] } } },
    ['map:x:long=longest', 'default:x'],
  ],
  [
    'the choices of a route are its own',
    { '/b': { x: 'long' } },
    { '/a': { x: TEXT }, '/b': { x: TEXT } },
    { '/a': { x: { ...TEXT, enum: ['longer'] } }, '/b': { x: { ...TEXT, enum: ['longest'] } } },
    ['map:/b:x:long=longest', 'default:/b:x'],
  ],
  [
    'values of a route that is gone move to a new route that has the field',
    { '/old': { x: 'abc' } },
    { '/old': { x: TEXT }, '/kept': { x: TEXT } },
    {
      '/kept': { x: TEXT },
      '/other': { y: TEXT },
      '/a': { x: TEXT },
      '/older': { x: TEXT },
      '/b': { x: TEXT },
    },
    ['rename:/old=/older', 'rename:/old=/a', 'drop:/old'],
  ],
  [
    'a field that only its route lost is renamed there',
    { '/a': { x: 'abc' } },
    { '/a': { x: TEXT }, '/b': { x: TEXT, y: TEXT } },
    { '/a': { y: TEXT }, '/b': { x: TEXT, y: TEXT } },
    ['rename:/a:x=/a:y', 'drop:/a:x'],
  ],
  [
    'where routes declare a field differently, only the one that refuses it needs another value',
    { x: 9 },
    { '/a': { x: NUMBER }, '/b': { x: NUMBER } },
    { '/a': { x: { ...NUMBER, maximum: 5, default: 2 } }, '/b': { x: NUMBER } },
    ['clamp:/a:x', 'default:/a:x', 'clamp:x', 'default:x'],
  ],
])('%s', (_, parameters, before, after, suggestions) => {
  expect(suggest(parameters, before, after)).toEqual(suggestions);
});
