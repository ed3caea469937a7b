import assert from 'node:assert/strict';
import { existsSync, globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { parse } from 'yaml';

const root = join(import.meta.dirname, '../..');
const read = (path: string) => readFileSync(join(root, path), 'utf8');

interface Service {
  environment: Record<string, string>;
  ports?: string[];
}
const services = parse(read('compose.yaml')).services as Record<string, Service>;

test('the image runs the same major version of Node as the checkout', () => {
  const pinned = JSON.parse(read('package.json')).dependencies.node as string;
  const base = /^FROM node:(\d+)/m.exec(read('Dockerfile'))?.[1];
  assert.equal(base, pinned.split('.')[0]);
});

test('the program in the image does not run as root', () => {
  const lastStage =
    read('Dockerfile')
      .split(/^FROM /m)
      .at(-1) ?? '';
  assert.match(lastStage, /^USER node$/m);
});

test('compose has no default for any secret and refuses to start without one', () => {
  const settings = Object.values(services).flatMap(({ environment }) => Object.entries(environment));
  const secrets = settings.filter(([name]) => /PASSWORD|TOKEN|SECRET|KEY|DATABASE_URL/.test(name));
  assert.ok(secrets.length >= 3);
  for (const [name, value] of secrets) assert.match(value, /\$\{\w+:\?[^}]+\}/, name);
});

test('compose opens ports on loopback only', () => {
  const ports = Object.values(services).flatMap((service) => service.ports ?? []);
  assert.ok(ports.length > 0);
  for (const port of ports) assert.match(port, /^127\.0\.0\.1:/);
});

test('files that the image copies are in the repository and not excluded from the build', () => {
  const copied = [...read('Dockerfile').matchAll(/^COPY (?!--from)(.+) \S+$/gm)].flatMap(([, sources]) =>
    sources!.split(' '),
  );
  const letThrough = [...read('.dockerignore').matchAll(/^!(.+)$/gm)].map(([, path]) => path!);
  assert.ok(copied.length >= 6);
  for (const source of copied.filter((path) => path !== '.')) {
    assert.ok(globSync(source, { cwd: root }).length > 0, `${source} exists`);
    assert.ok(letThrough.includes(source), `${source} is excluded by .dockerignore`);
  }
  for (const path of letThrough) assert.ok(globSync(path, { cwd: root }).length > 0, `${path} exists`);
});

test('the image and the systemd unit run Node with the options of `npm start`', () => {
  const optionsIn = (text: string) => text.match(/(?<=[\s"])--[\w=-]+/g) ?? [];
  const options = optionsIn(JSON.parse(read('package.json')).scripts.start);
  assert.ok(options.length >= 2);
  const entryPoint = /^ENTRYPOINT (?:.*\\\n)*.*$/m.exec(read('Dockerfile'))![0];
  assert.deepEqual(optionsIn(entryPoint), options);
  const command = /^ExecStart=.*$/m.exec(read('examples/systemd/frontdesk.service'))![0];
  assert.deepEqual(optionsIn(command), options);
});

test('the systemd unit starts an existing program and waits longer than the program takes to stop', () => {
  const unit = read('examples/systemd/frontdesk.service');
  const setting = (name: string): string => new RegExp(`^${name}=(.*)$`, 'm').exec(unit)?.[1] ?? '';
  const folder = setting('WorkingDirectory');
  const [node, ...args] = setting('ExecStart').split(' ');
  assert.equal(node, `${folder}/node_modules/.bin/node`);
  const started = JSON.parse(read('package.json')).scripts.start as string;
  assert.equal(`node ${args.join(' ')}`, started);
  for (const path of args.filter((word) => /\.m?[jt]s$/.test(word))) assert.ok(existsSync(join(root, path)));
  assert.ok(Number(setting('TimeoutStopSec')) > 30);
  assert.equal(setting('User'), 'frontdesk');
});
