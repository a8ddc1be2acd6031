import { expect, test } from 'vitest';
import * as scripts from '../../../../../src/use-cases/scripts/completion/shell-scripts.ts';

test('the scripts that shells load change only on purpose', () => {
  expect(scripts).toMatchSnapshot();
});
