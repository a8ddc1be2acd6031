import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { Markdown } from '../../../../src/playground/text/markdown.tsx';

const render = (text: string) =>
  renderToStaticMarkup(createElement(Markdown, { text })).replace(/^<div class="markdown">(.*)<\/div>$/s, '$1');

test.each([
  ['# a', '<h3>a</h3>'],
  ['## a', '<h4>a</h4>'],
  ['### a', '<h5>a</h5>'],
  ['#### a', '<h6>a</h6>'],
  ['###### a', '<h6>a</h6>'],
  ['**a** *b* ~~c~~ `d`', '<p><strong>a</strong> <em>b</em> <del>c</del> <code>d</code></p>'],
  ['> a', '<blockquote><p>a</p></blockquote>'],
  ['---', '<hr/>'],
  ['a &lt; b &gt; c &amp; &quot;d&quot; &#39;e&#39;', '<p>a &lt; b &gt; c &amp; &quot;d&quot; &#x27;e&#x27;</p>'],
  ['a\n\n\n# b', '<p>a</p><h3>b</h3>'],
  ['', ''],
  ['- a\n- b', '<ul><li>a</li><li>b</li></ul>'],
  ['1. a\n2. b', '<ol start="1"><li>a</li><li>b</li></ol>'],
  ['3. a', '<ol start="3"><li>a</li></ol>'],
  ['- [x] a\n- [ ] b', '<ul><li>☑ a</li><li>☐ b</li></ul>'],
  ['```js\na < b\n```', '<pre tabindex="0"><code>a &lt; b</code></pre>'],
  ['a  \nb', '<p>a<br/>b</p>'],
  [String.raw`\*a\*`, '<p>*a*</p>'],
  ['[a]: https://example.com', ''],
  ['[](https://example.com)', '<p><a href="https://example.com" target="_blank" rel="noopener noreferrer"></a></p>'],
  [
    '[**a**](MAILTO:x@y.z)',
    '<p><a href="MAILTO:x@y.z" target="_blank" rel="noopener noreferrer"><strong>a</strong></a></p>',
  ],
  [
    '| a | b |\n|---|---|\n| 1 | 2 |',
    '<div class="scroll" tabindex="0" role="group" aria-label="Table"><table><thead><tr><th>a</th><th>b</th></tr></thead>' +
      '<tbody><tr><td>1</td><td>2</td></tr></tbody></table></div>',
  ],
])('%j is rendered as %j', (text, html) => {
  expect(render(text)).toBe(html);
});

test('html in a text stays text', () => {
  const html = render('<script>alert(1)</script>\n\n<img src=x onerror=alert(1)>');
  expect(html).not.toMatch(/<(script|img)/);
  expect(html).toContain('&lt;script&gt;alert(1)&lt;/script&gt;');
});

test.each(['javascript:alert(1)', 'JaVaScript:alert(1)', 'data:text/html,x', 'vbscript:x', 'file:///etc/passwd'])(
  'a link to %s is not a link',
  (address) => {
    expect(render(`[a](${address}) ![b](${address})`)).not.toMatch(/href|src/);
  },
);

test('an image becomes a link to it', () => {
  const html = render('![a cat](https://example.com/cat.png)');
  expect(html).toContain('href="https://example.com/cat.png"');
  expect(html).not.toContain('<img');
});
