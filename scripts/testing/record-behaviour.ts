/**
 * Loaded into each process of `npm test -- --behaviour`. Records which routes, error codes and fault points the tests reach, so that
 * a change of the tests can be compared with what they reached before.
 */
import { subscribe } from 'node:diagnostics_channel';
import { writeFileSync } from 'node:fs';
import { registerHooks } from 'node:module';
import { join } from 'node:path';
import { threadId } from 'node:worker_threads';

const folder = process.env.FRONTDESK_TEST_BEHAVIOUR;
const reached = new Set<string>();

interface Server {
  addHook(name: 'onRoute', hook: (route: { method: string | string[]; url: string }) => void): void;
}

/** Where a source file calls the recorder: behind this text. */
const places: [file: string, text: string, call: string][] = [
  ['/src/lib/errors.ts', 'this.kind = kind;', "globalThis.reachedInTests?.('error', kind);"],
  [
    '/src/lib/fault-point.ts',
    'export const faultPoint = (name: FaultPointName): void => {',
    "globalThis.reachedInTests?.('fault point', name);",
  ],
];

if (folder) {
  const note = (kind: string, name: string): void => void reached.add(`${kind} ${name}`);
  Object.assign(globalThis, { reachedInTests: note });
  subscribe('fastify.initialization', (message) => {
    const { fastify } = message as { fastify: Server };
    fastify.addHook('onRoute', ({ method, url }) => {
      for (const one of [method].flat()) if (one !== 'HEAD') note('known route', `${one} ${url}`);
    });
  });
  subscribe('tracing:fastify.request.handler:start', (message) => {
    const { route } = message as { route: { url?: string; method: string } };
    if (route.url && route.method !== 'HEAD') note('route', `${route.method} ${route.url}`);
  });
  registerHooks({
    load: (url, context, next) => {
      const loaded = next(url, context);
      const place = places.find(([file]) => url.endsWith(file));
      if (!place) return loaded;
      const [file, text, call] = place;
      const source = String(loaded.source);
      if (!source.includes(text)) throw new Error(`${file} does not contain "${text}"`);
      return { ...loaded, source: source.replace(text, `${text} ${call}`) };
    },
  });
  process.on('exit', () => {
    if (reached.size > 0)
      writeFileSync(join(folder, `${process.pid}-${threadId}.json`), JSON.stringify([...reached]));
  });
}
