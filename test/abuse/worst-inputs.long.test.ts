/**
 * Every operation of the management API is called with the most expensive input it takes. None may block the event
 * loop for more than 200 ms, because all workspaces share it. worst/blocking-probe.ts explains what is measured and why
 * it depends little on the load of the machine.
 *
 * The operations come from the OpenAPI document of the service, so new ones are included. Most inputs are generated from
 * the operation's schema (worst/generic-inputs.ts). An operation that takes free JSON or a file needs inputs of its own
 * in worst/own-inputs.ts, or worst-inputs.test.ts fails.
 *
 * `npm run test:long` uses only the inputs of own-inputs.ts, whose cost depends on the content, except the longest ones. The
 * cost of generated inputs is limited by the size of the body. `npm run test:abuse` uses them all.
 *
 *   WORST_ONLY=/flow …   only operations whose "METHOD path" contains this
 */
import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import type { KnownIds } from '../support/abuse/make-attack.ts';
import { type Operation, readOperations } from '../support/abuse/operations.ts';
import { genericCalls, ordinaryCall } from '../support/abuse/worst/generic-inputs.ts';
import {
  type Measured,
  type MeasuredService,
  startMeasuredService,
  type WorstCall,
} from '../support/abuse/worst/measured-service.ts';
import { ownInputs } from '../support/abuse/worst/own-inputs.ts';
import { createWorstInputFixture } from '../support/abuse/worst/worst-input-fixture.ts';
import { testOperatorToken } from '../support/service/service.ts';

const limitMs = 200;
const only = process.env.WORST_ONLY;
const isLongForm = process.env.ABUSE_CASES !== undefined;

const nameOf = ({ method, path }: Operation): string => `${method} ${path}`;

/** Operations that create data come first, those that delete data come last. */
const rank = (operation: Operation): number => {
  if (ownInputs[nameOf(operation)]) return 0;
  return { POST: 1, PUT: 2, PATCH: 3, GET: 4, DELETE: 5 }[operation.method] ?? 1;
};

/** They end the session or delete the agent that the others use, so they are called with unknown ids. */
const removesFixture = ({ method }: Operation): boolean => method === 'DELETE';

const isCalled = (operation: Operation): boolean =>
  only === undefined
    ? isLongForm || ownInputs[nameOf(operation)] !== undefined
    : nameOf(operation).includes(only);

const tell = ({ method, path, body }: WorstCall, index: number): string =>
  `${method} ${path.slice(0, 150)} (input ${index}${typeof body === 'string' ? `: ${body.slice(0, 80)}…` : ''})`;

const callsOf = async (
  operation: Operation,
  service: MeasuredService,
  ids: KnownIds,
): Promise<WorstCall[]> => {
  const own = ownInputs[nameOf(operation)];
  const known = removesFixture(operation) ? { workspaceId: ids.workspaceId! } : ids;
  const read = async (path: string) =>
    (
      await fetch(`${service.address}/console/api${path}`, {
        headers: { authorization: `Bearer ${testOperatorToken}` },
      })
    ).json();
  const expensive = own ? await own({ operation, ids, read }) : [];
  if (!isLongForm && only === undefined) return expensive.filter(({ isLong }) => !isLong);
  return [...expensive, ...genericCalls(operation, known as KnownIds)];
};

/**
 * A block that the input causes occurs again with the same input. Otherwise it was garbage collection after earlier
 * calls, or code that was compiled for the first time.
 */
const measure = async (service: MeasuredService, call: WorstCall): Promise<Measured> => {
  let best = await service.call(call);
  for (let again = 0; again < 2 && best.blockedMs > limitMs; again += 1) {
    const next = await service.call(call);
    if (next.blockedMs < best.blockedMs) best = next;
  }
  return best;
};

const measureEverything = async (service: MeasuredService, context: TestContext): Promise<void> => {
  const ids = await createWorstInputFixture(service.address);
  const all = await readOperations(service.address, '/console/openapi.json');
  const operations = all.filter(isCalled).sort((one, other) => rank(one) - rank(other));
  const slow: string[] = [];
  const slowest: { blockedMs: number; told: string }[] = [];
  for (const operation of operations) {
    const known = removesFixture(operation) ? { workspaceId: ids.workspaceId! } : ids;
    await service.call(ordinaryCall(operation, known as KnownIds));
    for (const [index, call] of (await callsOf(operation, service, ids)).entries()) {
      const { status, text, blockedMs } = await measure(service, call);
      const told = `${Math.round(blockedMs)} ms, ${status}: ${tell(call, index)}`;
      assert.ok(service.isRunning(), `the service ended: ${told}`);
      assert.ok(status < 500 || status === 503, `${told}\n${text.slice(0, 300)}`);
      slowest.push({ blockedMs, told });
      if (blockedMs > limitMs) slow.push(told);
    }
  }
  slowest.sort((one, other) => other.blockedMs - one.blockedMs);
  for (const { told } of slowest.slice(0, 10)) context.diagnostic(told);
  context.diagnostic(`${slowest.length} calls of ${operations.length} operations`);
  assert.deepEqual(slow, [], `these blocked the event loop for more than ${limitMs} ms`);
};

test('no operation of the management API blocks the event loop with its worst legal input', {
  timeout: 900_000,
}, async (context) => {
  const service = await startMeasuredService();
  try {
    await measureEverything(service, context);
  } finally {
    await service.close();
  }
});
