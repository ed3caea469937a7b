import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { findBuiltProgram } from './find-built-program.mjs';

const content = 'export const one = 1;\n';

/** An installation with one source file and a build of it. */
const createInstallation = (context: TestContext) => {
  const root = mkdtempSync(join(tmpdir(), 'frontdesk-built-'));
  context.after(() => rmSync(root, { recursive: true, force: true }));
  const source = join(root, 'src/cli/program.ts');
  const other = join(root, 'src/other.ts');
  const manifest = join(root, 'dist/server/current.json');
  const program = join(root, 'dist/server/abc/program.js');
  mkdirSync(join(root, 'src/cli'), { recursive: true });
  mkdirSync(join(root, 'dist/server/abc'), { recursive: true });
  writeFileSync(program, '');
  const hash = createHash('sha256').update(content).digest('base64');
  const sources = ['src/cli/program.ts', 'src/other.ts'].map((path) => {
    writeFileSync(join(root, path), content);
    const { size, mtimeMs } = statSync(join(root, path));
    return [path, size, mtimeMs, hash];
  });
  writeFileSync(manifest, JSON.stringify({ folder: 'abc', program: 'program.js', sources }));
  return { root, source, other, manifest, program };
};

test('the built program is used while its source files are unchanged', (context) => {
  const { root, program } = createInstallation(context);
  assert.equal(findBuiltProgram(root), program);
});

test('the built program is used if a source file was copied and only its time has changed', (context) => {
  const { root, source, program } = createInstallation(context);
  utimesSync(source, 1, 1);
  assert.equal(findBuiltProgram(root), program);
});

test('the built program is not used after a source file has changed, also without a change of size', (context) => {
  const { root, source } = createInstallation(context);
  writeFileSync(source, content.replace('1', '2'));
  utimesSync(source, 1, 1);
  assert.equal(findBuiltProgram(root), undefined);
  writeFileSync(source, `${content}\n`);
  assert.equal(findBuiltProgram(root), undefined);
});

test('without a source file, a program or a readable list of files there is no built program', (context) => {
  for (const damage of ['other', 'program', 'manifest'] as const) {
    const installation = createInstallation(context);
    rmSync(installation[damage]);
    assert.equal(findBuiltProgram(installation.root), undefined, `without ${damage}`);
  }
  const { root, manifest } = createInstallation(context);
  for (const damaged of ['', '{', 'null', '{"folder":"abc"}']) {
    writeFileSync(manifest, damaged);
    assert.equal(findBuiltProgram(root), undefined, damaged);
  }
});

test('the built program of a packed release is used, which has no source files', (context) => {
  const { root, program } = createInstallation(context);
  rmSync(join(root, 'src'), { recursive: true });
  assert.equal(findBuiltProgram(root), program);
});
