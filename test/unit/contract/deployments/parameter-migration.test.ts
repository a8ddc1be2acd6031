import { expect, test } from 'vitest';
import { ParameterMigration } from '../../../../src/contract/deployments/parameter-migration.ts';
import { messagesOf } from '../../../helpers/messages-of.ts';

test.each(['rename:a=b', 'default:a', 'clamp:/a:b', 'drop:a', 'map:a:b=c', 'map:a:b=', 'drop:a\nb'])(
  '%j is a migration',
  (text) => {
    expect(messagesOf(ParameterMigration, text)).toBeNull();
  },
);

test.each([
  '',
  'rename:a',
  'rename:=b',
  'rename:a=',
  'default:',
  'map:a',
  'map:a:b',
  'map::b=c',
  'move:a=b',
  ' drop:a',
])('%j is no migration', (text) => {
  expect(messagesOf(ParameterMigration, text)).toEqual([
    'Write it as rename:old=new, default:field, clamp:field, map:field:from=to or drop:field',
  ]);
});
