import { expect, test } from 'vitest';
import { changeLines, joinedLine, joinPage, type JoinView } from '../../../../src/ui/develop/join-page.ts';
import { plainPage } from '../../../../src/ui/layout/plain-page.ts';

const VIEW: JoinView = {
  dir: 'my shop',
  app: 'shop',
  files: [
    { path: 'wf.config.ts', content: "import { x } from 'y';\n\nexport default x;\n\n" },
    { path: 'vendor/wfkit.tgz', content: new Uint8Array(2048) },
  ],
  additions: [{ path: ['dependencies', 'wfkit'], value: 'file:vendor/wfkit.tgz' }],
  nextSteps: ['npm install', 'npx wf dev'],
};

test('each new file and each new line of package.json is shown', () => {
  const lines = [
    'create wf.config.ts',
    "  + import { x } from 'y';",
    '  +',
    '  + export default x;',
    'create vendor/wfkit.tgz (2 KB)',
    'change package.json',
    '  + dependencies: "wfkit": "file:vendor/wfkit.tgz"',
  ];
  expect(changeLines(VIEW)).toEqual(lines);
  expect(plainPage(joinPage(VIEW), 'plain')).toBe(lines.join('\n'));
});

test('without additions, package.json does not change', () => {
  expect(changeLines({ ...VIEW, files: [], additions: [] })).toEqual([]);
});

test('the result says where to go on', () => {
  expect(joinedLine(VIEW)).toBe("Joined shop in my shop. Next: cd 'my shop' && npm install && npx wf dev");
});
