import { type Static, Type } from 'typebox';
import { fromSecondsOrMs } from '../../../lib/clock.ts';
import { AppError } from '../../../lib/errors.ts';
import { readNames } from '../../../operations/index.ts';
import type { Delivery, DeliveryAttempt, DeliveryFilter, Webhooks } from '../../../webhooks/index.ts';
import { type Route, route } from '../../route.ts';
import { workspaceOf } from '../access/operator-guard.ts';
import type { RouteDependencies } from '../console-dependencies.ts';
import { Paged, PageQuery, paged, rangeOf } from '../wire/paging.ts';
import { TimeFilter } from '../wire/time-filter.ts';
import {
  NullableText,
  NullableTime,
  Time,
  toNullableTime,
  toTime,
  WorkspaceParams,
} from '../wire/wire-schemas.ts';

const tags = ['Deliveries'];
const path = '/workspaces/:workspaceId/deliveries';
const DeliveryParams = Type.Object({ workspaceId: Type.String(), deliveryId: Type.String() });

const Status = Type.Union([Type.Literal('pending'), Type.Literal('delivered'), Type.Literal('dead')], {
  description: 'dead: failed after the last attempt; can be replayed',
});
const Target = Type.Union([Type.Literal('message'), Type.Literal('human_service'), Type.Literal('channel')], {
  description: 'message: message receiver; human_service: human service; channel: messaging platform',
});
const NullableNumber = Type.Union([Type.Integer(), Type.Null()]);

const Filter = {
  agentId: Type.Optional(Type.String()),
  conversationId: Type.Optional(Type.String()),
  status: Type.Optional(Status),
  target: Type.Optional(Target),
  kind: Type.Optional(
    Type.String({ examples: ['reply', 'human_reply', 'notice', 'event', 'establish', 'chat', 'close'] }),
  ),
  ...TimeFilter,
};
const FilterObject = Type.Object(Filter);

const deliveryFields = {
  id: Type.String({ description: 'Same as the header webhook-id' }),
  agentId: Type.String(),
  agentName: Type.String(),
  conversationId: NullableText(),
  kind: Type.String(),
  target: Target,
  status: Status,
  attempts: Type.Integer(),
  nextAttemptAt: NullableTime,
  httpStatus: NullableNumber,
  receiverCode: Type.Union([Type.String(), Type.Null()], {
    description: '`code` in the response body if it is not 0 or 200, with a 2xx status',
  }),
  error: NullableText(),
  createdAt: Time,
  endedAt: NullableTime,
};

const DeliveryView = Type.Object(deliveryFields, { title: 'Delivery' });

const DeliveryDetail = Type.Object(
  {
    ...deliveryFields,
    body: Type.String({ description: 'Request body, as JSON text' }),
    log: Type.Array(
      Type.Object({
        attempt: Type.Integer(),
        url: Type.String(),
        httpStatus: NullableNumber,
        error: NullableText(),
        responseExcerpt: Type.String(),
        startedAt: Time,
        durationMs: Type.Integer(),
      }),
    ),
  },
  { title: 'DeliveryDetail' },
);

const present = (delivery: Delivery, agentNames: ReadonlyMap<string, string>) => ({
  id: delivery.id,
  agentId: delivery.agentId,
  agentName: agentNames.get(delivery.agentId) ?? '',
  conversationId: delivery.conversationId,
  kind: delivery.kind,
  target: delivery.target,
  status: delivery.status,
  attempts: delivery.attempts,
  nextAttemptAt: toNullableTime(delivery.nextAttemptAtMs),
  httpStatus: delivery.httpStatus,
  receiverCode: delivery.receiverCode,
  error: delivery.error,
  createdAt: toTime(delivery.createdAtMs),
  endedAt: toNullableTime(delivery.endedAtMs),
});

const presentAttempt = ({ startedAtMs, ...attempt }: DeliveryAttempt) => ({
  ...attempt,
  startedAt: toTime(startedAtMs),
});

const readFilter = (
  workspaceId: string,
  { agentId, conversationId, status, target, kind, from, before }: Static<typeof FilterObject>,
): DeliveryFilter => ({
  workspaceId,
  agentId,
  conversationId,
  target,
  kind,
  ...(status === undefined ? {} : { status }),
  fromMs: from === undefined ? undefined : fromSecondsOrMs(from),
  toMs: before === undefined ? undefined : fromSecondsOrMs(before),
});

const notFound = (): AppError => new AppError('notFound', 'There is no such delivery in this workspace');

/** The delivery log: requests, responses and replay. */
export const createDeliveryRoutes = ({
  webhooks,
  db,
}: RouteDependencies & { webhooks: Webhooks }): Route[] => {
  const view = async (deliveries: readonly Delivery[]) => {
    const names = await readNames(
      db.query,
      'agent',
      deliveries.map(({ agentId }) => agentId),
    );
    return deliveries.map((delivery) => present(delivery, names));
  };

  const viewOne = async (delivery: Delivery) => (await view([delivery]))[0]!;

  return [
    route({
      method: 'GET',
      url: path,
      permission: 'operation:read',
      schema: {
        tags,
        summary: 'List deliveries',
        description: 'Newest first. `status=dead` lists the dead letters.',
        operationId: 'listDeliveries',
        params: WorkspaceParams,
        querystring: Type.Object({ ...PageQuery, ...Filter }),
        response: { 200: Paged(DeliveryView) },
      },
      handler: async (request) => {
        const filter = readFilter(workspaceOf(request).id, request.query);
        const { deliveries, total } = await webhooks.list(filter, rangeOf(request.query));
        return paged(await view(deliveries), total, request.query);
      },
    }),

    route({
      method: 'GET',
      url: `${path}/:deliveryId`,
      permission: 'operation:read',
      schema: {
        tags,
        summary: 'Get a delivery',
        description: 'Returns the delivery with its body and attempts.',
        operationId: 'getDelivery',
        params: DeliveryParams,
        response: { 200: DeliveryDetail },
      },
      handler: async (request) => {
        const found = await webhooks.get(workspaceOf(request).id, request.params.deliveryId);
        if (!found) throw notFound();
        const { delivery, attempts } = found;
        return { ...(await viewOne(delivery)), body: delivery.body, log: attempts.map(presentAttempt) };
      },
    }),

    route({
      method: 'POST',
      url: `${path}/:deliveryId/replay`,
      permission: 'operation:write',
      audit: 'delivery.replay',
      schema: {
        tags,
        summary: 'Replay a delivery',
        description:
          'Sends it again with the same ID and body. A delivery that waits for its next attempt is sent now.',
        operationId: 'replayDelivery',
        params: DeliveryParams,
        response: { 200: DeliveryView },
      },
      handler: async (request, _reply, record) => {
        const workspaceId = workspaceOf(request).id;
        const { deliveryId } = request.params;
        const isKnown = await webhooks.replay(workspaceId, deliveryId, (tx) =>
          record(tx, { targetId: deliveryId, changes: {} }),
        );
        if (!isKnown) throw notFound();
        return viewOne((await webhooks.get(workspaceId, deliveryId))!.delivery);
      },
    }),

    route({
      method: 'POST',
      url: `${path}/replay`,
      permission: 'operation:write',
      audit: 'delivery.replay',
      schema: {
        tags,
        summary: 'Replay several deliveries',
        description:
          'Sends all deliveries that match the filter again, in their original order. An empty filter matches all dead letters.',
        operationId: 'replayDeliveries',
        params: WorkspaceParams,
        body: FilterObject,
        response: { 200: Type.Object({ replayed: Type.Integer() }) },
      },
      handler: async (request, _reply, record) => {
        const workspaceId = workspaceOf(request).id;
        const filter = readFilter(workspaceId, request.body);
        // Thousands are processed in batches. Each is recorded with its count.
        const replayed = await webhooks.replayMatching(filter, (tx, count) =>
          record(tx, {
            targetKind: 'workspace',
            targetId: workspaceId,
            changes: { filter: [null, request.body], replayed: [null, count] },
          }),
        );
        return { replayed };
      },
    }),
  ];
};
