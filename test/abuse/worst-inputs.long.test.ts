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
import { type TestContext, test } from 'node:test';
import type { KnownIds } from '../support/abuse/make-attack.ts';
import { type Operation, readOperations } from '../support/abuse/operations.ts';
import { genericCalls, ordinaryCall } from '../support/abuse/worst/generic-inputs.ts';
import {
  type MeasuredService,
  startMeasuredService,
  type WorstCall,
} from '../support/abuse/worst/measured-service.ts';
import { ownInputs } from '../support/abuse/worst/own-inputs.ts';
import { createWorstInputFixture } from '../support/abuse/worst/worst-input-fixture.ts';
import { createWorstReport } from '../support/abuse/worst/worst-report.ts';
import { testOperatorToken } from '../support/service/service.ts';

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

const measureEverything = async (service: MeasuredService, context: TestContext): Promise<void> => {
  const ids = await createWorstInputFixture(service.address);
  const all = await readOperations(service.address, '/console/openapi.json');
  const operations = all.filter(isCalled).sort((one, other) => rank(one) - rank(other));
  const report = createWorstReport(service);
  for (const operation of operations) {
    const known = removesFixture(operation) ? { workspaceId: ids.workspaceId! } : ids;
    await service.call(ordinaryCall(operation, known as KnownIds));
    for (const [index, call] of (await callsOf(operation, service, ids)).entries())
      await report.measure(call, index);
  }
  context.diagnostic(`${operations.length} operations`);
  report.check(context);
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
