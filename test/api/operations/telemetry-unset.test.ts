// In a process of its own: it records which modules the service loads, and a process loads a module once.
import assert from 'node:assert/strict';
import { registerHooks } from 'node:module';
import { test } from 'node:test';

test('without an endpoint the exporter is not loaded', async () => {
  const loaded: string[] = [];
  registerHooks({
    resolve: (specifier, context, next) => {
      const resolved = next(specifier, context);
      loaded.push(resolved.url);
      return resolved;
    },
  });
  // Imported here, so that the hook sees everything the service loads.
  const { withService } = await import('../../support/service/service.ts');
  await withService('sqlite', {}, async (service) => {
    await service.newConversation();
  });
  assert.ok(loaded.some((url) => url.endsWith('/src/runtime/trace.ts')));
  const exporter = loaded.filter((url) => /@opentelemetry\/(?!api\/)|src\/telemetry\.ts$/.test(url));
  assert.deepEqual(exporter, []);
});
