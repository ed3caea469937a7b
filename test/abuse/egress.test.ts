import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { ModelRequest } from '../../src/models/index.ts';
import { inputs, mentions, modelInput } from '../support/abuse/egress-inputs.ts';
import { startRedirector, startTrap, watchDialling } from '../support/abuse/egress-traps.ts';
import { createScriptedModel } from '../support/models/scripted-model.ts';
import { type TestService, withService } from '../support/service/service.ts';
import { eventually } from '../support/time/eventually.ts';

const spellings = (port: number): string[] =>
  [
    '127.0.0.1',
    '127.1',
    '2130706433',
    '0x7f000001',
    '0177.0.0.1',
    '127.0.0.1.',
    'localhost',
    'LOCALHOST.',
    'a.localhost',
    '[::1]',
    '[0:0:0:0:0:0:0:1]',
    '[::ffff:127.0.0.1]',
    '[::ffff:7f00:1]',
    '[::127.0.0.1]',
    '0.0.0.0',
    '[::]',
    '017700000001',
    '%31%32%37.0.0.1',
    '①②⑦.0.0.1',
    '[64:ff9b::7f00:1]',
    '[2002:7f00:1::1]',
    '169.254.169.254',
    '[::ffff:169.254.169.254]',
    '[fd00:ec2::254]',
    '[fe80::1]',
    '10.0.0.1',
    'metadata.google.internal',
  ].map((host) => `http://${host}:${port}/x`);

/** A model that calls the tool if there is one, and otherwise repeats its input. */
const lastWords = ({ messages }: ModelRequest): string => {
  const text = JSON.stringify(messages.at(-1));
  return text.includes('repeat') ? text : 'Done.';
};

const toolCaller = () =>
  createScriptedModel((request, number) =>
    request.tools?.some(({ name }) => name === 'look') && request.messages.at(-1)?.role === 'user'
      ? [{ call: { id: `call-${number}`, name: 'look', argumentsText: '{}' } }]
      : [{ say: lastWords(request) }],
  ).models;

const withAllowed = (allowed: string, work: (service: TestService) => Promise<void>) =>
  withService('sqlite', { models: toolCaller(), environment: { FRONTDESK_EGRESS_ALLOW: allowed } }, work);

test('every input with an address calls it if it is allowed', async () => {
  const trap = await startTrap();
  try {
    await withAllowed(`127.0.0.1:${trap.port}`, async (service) => {
      for (const [name, input] of Object.entries(inputs)) {
        const before = trap.requestCount();
        // Some time out when the machine is busy, so they are repeated.
        await eventually(`${name} calls`, async () => {
          await input(service, `http://127.0.0.1:${trap.port}/x`);
          return trap.requestCount() > before;
        });
      }
    });
  } finally {
    trap.close();
  }
});

test('an address that is only text is not called, although it is allowed', async () => {
  const trap = await startTrap();
  try {
    await withAllowed(`127.0.0.1:${trap.port}`, async (service) => {
      for (const [name, mention] of Object.entries(mentions)) {
        const url = `http://127.0.0.1:${trap.port}/x.png`;
        const { status, text } = ((await mention(service, url)) ?? {}) as { status?: number; text?: string };
        assert.ok(status === undefined || status < 300, `${name}: ${text}`);
      }
      await service.app.rooms.jobs.idle();
      assert.deepEqual(trap.connections, []);
    });
  } finally {
    trap.close();
  }
});

test('no input calls a private address, in any spelling', async () => {
  const trap = await startTrap();
  const isLong = process.env.ABUSE_CASES !== undefined;
  try {
    await withAllowed('', (service) =>
      watchDialling({ isShut: true }, async (dialled) => {
        for (const [place, [name, input]] of Object.entries(inputs).entries())
          for (const [index, url] of spellings(trap.port).entries()) {
            // All use the same check, so each input gets every third spelling, in rotation.
            if (!isLong && (place + index) % 3 !== 0) continue;
            await input(service, url);
            assert.equal(dialled(), 0, `${name} with ${url}`);
          }
      }),
    );
    assert.deepEqual(trap.connections, []);
  } finally {
    trap.close();
  }
});

test('no input follows a redirect from an allowed server to one that is not allowed', async () => {
  const trap = await startTrap();
  const redirector = await startRedirector(`http://127.0.0.1:${trap.port}/x`);
  try {
    await withAllowed(`127.0.0.1:${redirector.port}`, (service) =>
      watchDialling({ isShut: false }, async (dialled) => {
        for (const [name, input] of Object.entries(inputs)) {
          await input(service, `http://127.0.0.1:${redirector.port}/x`);
          assert.deepEqual(trap.connections, [], name);
        }
        assert.ok(dialled() > 0, 'the first server was called');
      }),
    );
  } finally {
    redirector.close();
    trap.close();
  }
});

test('no model of an agent calls a private address, in any spelling or by a redirect', async () => {
  const trap = await startTrap();
  const redirector = await startRedirector(`http://127.0.0.1:${trap.port}/x`);
  try {
    await withService('sqlite', { environment: { FRONTDESK_EGRESS_ALLOW: '' } }, (service) =>
      watchDialling({ isShut: true }, async (dialled) => {
        for (const url of spellings(trap.port)) {
          await modelInput(service, url);
          assert.equal(dialled(), 0, url);
        }
      }),
    );
    const allowed = { FRONTDESK_EGRESS_ALLOW: `127.0.0.1:${redirector.port}` };
    await withService('sqlite', { environment: allowed }, (service) =>
      modelInput(service, `http://127.0.0.1:${redirector.port}/x`),
    );
    assert.deepEqual(trap.connections, []);
  } finally {
    redirector.close();
    trap.close();
  }
});
