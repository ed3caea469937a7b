import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { promisify } from 'node:util';
import { buildPackage } from '../../scripts/packages/build-packages.ts';

const run = promisify(execFile);
const root = join(import.meta.dirname, '../..');
let folder: string;
let dist: string;

before(async () => {
  folder = mkdtempSync(join(tmpdir(), 'frontdesk-widget-'));
  const installed = join(folder, 'node_modules/@frontdesk/widget');
  mkdirSync(installed, { recursive: true });
  for (const name of ['@types', '@vue', 'csstype', 'react', 'vue'])
    symlinkSync(join(root, 'node_modules', name), join(folder, 'node_modules', name));
  writeFileSync(join(installed, 'package.json'), readFileSync(join(root, 'packages/widget/package.json')));
  dist = join(installed, 'dist');
  await buildPackage('widget', dist);
});

after(() => rmSync(folder, { recursive: true, force: true }));

/** A built file with the files that it imports. */
const filesOf = (name: string): string[] => {
  const code = readFileSync(join(dist, name), 'utf8');
  const imported = [...code.matchAll(/from\s*["']\.\/([\w.-]+)["']/g)].map((match) => match[1]!);
  return [...new Set([name, ...imported.flatMap(filesOf)])];
};

test('each entry point is at most 7 KB and imports nothing except its framework', () => {
  for (const [entry, framework] of [
    ['index.js', []],
    ['react.js', ['react']],
    ['vue.js', ['vue']],
  ] as const) {
    const code = filesOf(entry)
      .map((name) => readFileSync(join(dist, name), 'utf8'))
      .join('\n');
    assert.ok(Buffer.byteLength(code) <= 7 * 1024, `${entry}: ${Buffer.byteLength(code)} bytes`);
    const packages = [...code.matchAll(/(?:from|import)\s*["']([^."'][^"']*)["']/g)].map((match) => match[1]);
    assert.deepEqual([...new Set(packages)], framework, entry);
  }
  assert.ok(!readdirSync(dist).some((name) => name.endsWith('.ts') && !name.endsWith('.d.ts')));
});

test('a server can import the package and render its components', async () => {
  const source = join(folder, 'server.mjs');
  writeFileSync(
    source,
    `import { loadWidget } from '@frontdesk/widget';
import { FrontdeskWidget, useFrontdeskWidget } from '@frontdesk/widget/react';
import * as vue from '@frontdesk/widget/vue';
import { createElement } from 'react';
import { createSSRApp, h } from 'vue';
import { renderToString } from '@vue/server-renderer';
import { renderToString as renderReact } from '${join(root, 'node_modules/react-dom/server.node.js')}';
const props = { baseUrl: 'https://desk.example', agent: 'a' };
const Status = () => createElement('p', null, useFrontdeskWidget() ? 'loaded' : 'not loaded');
console.log(renderReact(createElement('div', null, createElement(FrontdeskWidget, props), createElement(Status))));
const App = { setup: () => { const widget = vue.useFrontdeskWidget(); return () => h('div', [h(vue.FrontdeskWidget, props), h('p', widget.value ? 'loaded' : 'not loaded')]); } };
console.log(await renderToString(createSSRApp(App)));
await loadWidget(props).catch(({ code, message }) => console.log(code, message));
`,
  );
  const { stdout } = await run(process.execPath, [source]);
  assert.deepEqual(stdout.trim().split('\n'), [
    '<div><p>not loaded</p></div>',
    '<div><!----><p>not loaded</p></div>',
    'invalid The widget can be loaded only in a browser',
  ]);
});

test('an installed package has types, and wrong input is a type error', async () => {
  const source = join(folder, 'use.ts');
  writeFileSync(
    source,
    `import { loadWidget, type Widget, type WidgetError } from '@frontdesk/widget';
import { FrontdeskWidget as ReactWidget, useFrontdeskWidget } from '@frontdesk/widget/react';
import { FrontdeskWidget as VueWidget, useFrontdeskWidget as useWidget } from '@frontdesk/widget/vue';
import { createElement } from 'react';
import { h } from 'vue';
const options = { baseUrl: 'https://desk.example', agent: 'a' };
export const widget: Promise<Widget> = loadWidget({ ...options, user: { id: 42 }, position: 'left' });
export const use = async () => {
  const { send, on } = await widget;
  const { message_id }: { message_id: string } = await send('Hello');
  on('handoff', ({ state, person }) => state === 'human' && person?.toUpperCase());
  on('unread', ({ count }) => count.toFixed());
  return message_id;
};
export const code = (error: WidgetError) => error.code === 'refused';
export const element = createElement(ReactWidget, { ...options, onMessage: ({ role }) => role === 'human' });
export const node = h(VueWidget, { ...options, onMessage: ({ role }) => void role });
export const hooks = () => [useFrontdeskWidget()?.isOpen(), useWidget().value?.isOpen()];
// @ts-expect-error the agent is required
void loadWidget({ baseUrl: 'https://desk.example' });
// @ts-expect-error there is no such event
void widget.then(({ on }) => on('opened', () => {}));
// @ts-expect-error a user has an id
createElement(ReactWidget, { ...options, user: {} });
`,
  );
  const options = ['--noEmit', '--strict', '--module', 'nodenext', '--target', 'es2022', '--skipLibCheck'];
  const libraries = ['--lib', 'es2023,dom', '--types', 'react', '--preserveSymlinks'];
  await run(
    process.execPath,
    [join(root, 'node_modules/typescript/bin/tsc'), ...options, ...libraries, source],
    { cwd: folder },
  ).catch(({ stdout }: { stdout: string }) => assert.fail(stdout));
});
