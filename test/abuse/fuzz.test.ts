/**
 * Malformed calls of all routes on both databases, whether the OpenAPI documents describe them or not. The default
 * run makes a few calls of each. The long run makes many and reports the time of each operation.
 *
 *   npm run test:abuse                              1,000 of each operation
 *   ABUSE_CASES=50 ABUSE_SEED=7 npm run test:abuse
 *   ABUSE_ONLY=/channels/ …                         only operations whose "METHOD path" contains this
 */
import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import type { DatabaseKind } from '../../src/db/index.ts';
import { createCaller } from '../support/abuse/caller.ts';
import { checkAnswer } from '../support/abuse/check-answer.ts';
import { createFuzzFixture, createVisitors } from '../support/abuse/fuzz-fixture.ts';
import { createRandomChoice } from '../support/abuse/hostile-values.ts';
import { type Attack, type KnownIds, makeAttack } from '../support/abuse/make-attack.ts';
import { type Operation, readOperations } from '../support/abuse/operations.ts';
import { createTimes } from '../support/abuse/report-times.ts';
import { hiddenOperations, type ServedRoute, watchRoutes } from '../support/abuse/served-routes.ts';
import { listen } from '../support/channels/visitor.ts';
import { skipWithout } from '../support/runner/test-groups.ts';
import { type TestService, testApiKey, testOperatorToken, withService } from '../support/service/service.ts';

const casesEach = Number(process.env.ABUSE_CASES ?? 3);
const seed = Number(process.env.ABUSE_SEED ?? 1);
const only = process.env.ABUSE_ONLY ?? '';
const isLong = casesEach > 10;

/** Operations that would break the other cases are called with unknown ids. */
const endsWhatItNames = ({ method, path }: Operation): boolean =>
  method === 'DELETE' || path.endsWith('/session') || path.endsWith('/session/password');

const nameOf = ({ method, path }: Operation): string => `${method} ${path}`;

const tell = ({ method, path, body }: Attack): string =>
  `${method} ${path.slice(0, 200)} ${body === undefined ? '' : String(body).slice(0, 300)}`;

/** The seed of an operation does not depend on which others run. */
const seedOf = (operation: Operation): number =>
  [...nameOf(operation)].reduce(
    (hash, letter) => (Math.imul(hash, 31) + letter.charCodeAt(0)) | 0,
    seed * 7919,
  );

interface Target {
  operation: Operation;
  /** The caller, and the ids for its calls. */
  prepare(): Promise<{ token: string | undefined; ids: KnownIds }>;
}

/** The management API comes last, because it changes the agent that the others use. */
const findTargets = async (
  service: TestService,
  address: string,
  routes: readonly ServedRoute[],
): Promise<Target[]> => {
  const ids = await createFuzzFixture(service);
  const visitors = createVisitors(service);
  const withToken = (operations: Operation[], token: string | undefined): Target[] =>
    operations.map((operation) => ({
      operation,
      prepare: async () => ({
        token,
        ids: endsWhatItNames(operation) ? { workspaceId: ids.workspaceId! } : ids,
      }),
    }));
  const hidden = hiddenOperations(routes);
  const isOfVisitors = ({ path }: Operation): boolean => path.startsWith('/channels/');
  const hasKey = ({ path }: Operation): boolean => path.startsWith('/openai/') || path === '/mcp';
  return [
    ...withToken(await readOperations(address, '/openapi.json'), testApiKey),
    ...withToken(hidden.filter(hasKey), testApiKey),
    ...hidden.filter(isOfVisitors).map((operation) => ({ operation, prepare: visitors.next })),
    ...withToken(
      hidden.filter((operation) => !isOfVisitors(operation) && !hasKey(operation)),
      undefined,
    ),
    ...withToken(await readOperations(address, '/console/openapi.json'), testOperatorToken),
  ].filter(({ operation }) => nameOf(operation).includes(only));
};

const attackEverything = async (
  service: TestService,
  routes: readonly ServedRoute[],
  context: TestContext,
): Promise<void> => {
  const address = await listen(service.app);
  const targets = await findTargets(service, address, routes);
  if (only === '')
    for (const start of [
      '/v1/',
      '/v2/',
      '/openai/v1/',
      '/channels/',
      '/share/',
      '/embed/',
      '/files/',
      '/console/api/',
    ])
      assert.ok(
        targets.some(({ operation }) => operation.path.startsWith(start)),
        `no operation below ${start} is called`,
      );
  const { call, close } = createCaller(address);
  const times = createTimes();
  try {
    for (const { operation, prepare } of targets) {
      const random = createRandomChoice(seedOf(operation));
      for (let turn = 0; turn < casesEach; turn++) {
        const { token, ids } = await prepare();
        const attack = makeAttack(operation, ids, random);
        if (token !== undefined) attack.headers.authorization ??= `Bearer ${token}`;
        const told = `${tell(attack)} (seed ${seed}, case ${turn})`;
        const worked = process.cpuUsage();
        const response = await call(attack).catch((error) => assert.fail(`${error.message} for ${told}`));
        checkAnswer(response, operation.path, told);
        const { user, system } = process.cpuUsage(worked);
        const { status, tookMs } = response;
        times.add(nameOf(operation), { status, tookMs, workedMs: (user + system) / 1000, told });
      }
    }
    const { status } = await service.call('GET', '/healthz');
    assert.equal(status, 200, 'the service still works');
  } finally {
    close();
  }
  if (isLong) console.log(times.table());
  else context.diagnostic(times.summary());
};

for (const kind of ['sqlite', 'postgres'] satisfies DatabaseKind[])
  test(
    `${casesEach} malformed calls of each route are answered with the error envelope, never with a 5xx (${kind})`,
    {
      skip: kind === 'postgres' ? skipWithout('postgres') : false,
    },
    (context) =>
      watchRoutes((routes) =>
        withService(kind, { environment: { FRONTDESK_EGRESS_ALLOW: '' } }, (service) =>
          attackEverything(service, routes, context),
        ),
      ),
  );
