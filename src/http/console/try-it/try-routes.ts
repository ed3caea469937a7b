import type { FastifyReply, FastifyRequest } from 'fastify';
import { type Static, Type } from 'typebox';
import type { Agent } from '../../../agents/index.ts';
import type { Conversations } from '../../../conversations/index.ts';
import type { SharedFiles } from '../../../files/index.ts';
import { checkFlow, type FlowGraph, type Flows, flowError } from '../../../flows/index.ts';
import { AppError } from '../../../lib/errors.ts';
import { testChatChannel } from '../../../lib/test-chat-channel.ts';
import type { ReplyEvent } from '../../../rounds/index.ts';
import {
  type IncomingPart,
  type LiveStep,
  presentEvent,
  type RoundFeed,
  type Runtime,
} from '../../../runtime/index.ts';
import { readFileFields } from '../../request/incoming-file.ts';
import { type Route, route } from '../../route.ts';
import { findAgentOf, findEditedAgentOf } from '../access/find-agent.ts';
import { operatorOf } from '../access/operator-guard.ts';
import { applySettingsPatch } from '../agents/settings/apply-settings-patch.ts';
import { SettingsPatch } from '../agents/settings/settings-patch.ts';
import type { RouteDependencies } from '../console-dependencies.ts';
import { LiveStepView, presentRound, presentStep, RoundView } from '../conversations/round-view.ts';
import { createTestChatOperators, testChatUserId } from '../conversations/test-chat-operators.ts';
import { createLiveStreams, EventStream, type OpenStream } from '../wire/live-stream.ts';
import { AgentParams, Done } from '../wire/wire-schemas.ts';

const tags = ['Agents'];
const path = '/workspaces/:workspaceId/agents/:agentId';
const maxBodyBytes = 64 * 1024 * 1024;

const Trial = Type.Object({
  text: Type.Optional(Type.String()),
  files: Type.Optional(
    Type.Array(
      Type.Object({
        url: Type.Optional(Type.String({ maxLength: 8192 })),
        base64Content: Type.Optional(Type.String()),
        name: Type.Optional(Type.String({ maxLength: 1024 })),
      }),
      { maxItems: 9, description: 'Each with `url` or `base64Content`' },
    ),
  ),
  conversationId: Type.Optional(
    Type.String({ description: 'An earlier test chat of the same operator; default: a new conversation' }),
  ),
  draft: Type.Optional(
    Type.Boolean({ description: 'Run the draft of the flow instead of the published version' }),
  ),
  flowVersion: Type.Optional(
    Type.Integer({ minimum: 1, maximum: 2 ** 31 - 1, description: 'Run this version of the flow' }),
  ),
  version: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: 2 ** 31 - 1,
      description:
        'Use the settings of this version of the agent; default: the draft, or the version in use if there is none',
    }),
  ),
  settings: Type.Optional(SettingsPatch),
});

const trialEvents = {
  round: Type.Object({ conversationId: Type.String(), roundId: Type.String(), answerId: Type.String() }),
  step: LiveStepView,
  message: Type.Object({ code: Type.Integer(), message: Type.String(), data: Type.Unknown() }),
  trace: RoundView,
};

interface TryRouteDependencies {
  runtime: Runtime;
  flows: Flows;
  conversations: Conversations;
  sharedFiles: Pick<SharedFiles, 'link'>;
}

const userIdOf = (request: FastifyRequest): string => testChatUserId(operatorOf(request).id);

const readQuestion = (request: FastifyRequest, { text = '', files = [] }: Static<typeof Trial>) => {
  const parts: IncomingPart[] = files.map((file, index) => ({
    type: 'file',
    // Only version 1 of the developer API requires the size of images.
    hasSize: true,
    ...readFileFields(
      request,
      { url: file.url, base64_content: file.base64Content, name: file.name },
      `files[${index}]`,
    ),
  }));
  if (text.trim() === '' && parts.length === 0)
    throw new AppError('invalidParameter', 'text is required if there are no files');
  return text.trim() === '' ? parts : [{ type: 'text' as const, text }, ...parts];
};

const presentLive = (step: LiveStep): Static<typeof LiveStepView> => {
  if (step.state === 'started') return { detail: {}, ...step };
  const { state, id, ...ended } = step;
  return { state, id, ...presentStep(ended) };
};

/** Test chats of operators, with the trace of each round. */
export const createTryRoutes = ({
  runtime,
  flows,
  conversations,
  agents,
  checkAddress,
  streamAccess,
  tools,
  write,
  db,
  operators,
  sharedFiles,
}: RouteDependencies & TryRouteDependencies): Route[] => {
  const streams = createLiveStreams(streamAccess);
  const findOperators = createTestChatOperators({ db, operators });

  const conversationOf = async (agent: Agent, userId: string, id: string | undefined): Promise<string> => {
    if (id === undefined) return conversations.create({ agent, userId, channel: testChatChannel });
    const known = await conversations.require(agent, id);
    // Operators cannot send messages in the name of a user.
    if (known.channel !== testChatChannel || known.userId !== userId)
      throw new AppError(
        'conversationNotFound',
        'conversationId must be one of your own test chats with this agent',
      );
    return known.id;
  };

  const draftOf = async (agent: Agent): Promise<FlowGraph> => {
    const flow = agent.kind === 'flow' ? await flows.find(agent.id) : undefined;
    if (!flow) throw new AppError('invalidParameter', 'draft: the agent has no flow yet');
    const checked = checkFlow(flow.draft);
    if ('problems' in checked) throw flowError(checked.problems);
    return checked.graph;
  };

  /** The flow that replaces the published one. */
  const graphOf = async (
    agent: Agent,
    { draft = false, flowVersion }: Static<typeof Trial>,
  ): Promise<FlowGraph | undefined> => {
    if (draft && flowVersion !== undefined)
      throw new AppError('invalidParameter', 'flowVersion cannot be combined with draft');
    if (flowVersion === undefined) return draft ? draftOf(agent) : undefined;
    return (await flows.version(agent.id, flowVersion)).graph;
  };

  /** Sends the events of the round, and finally the whole round. */
  const sendEvents = (stream: OpenStream, agent: Agent, feed: RoundFeed): void => {
    let next = 0;
    let sequence = 0;
    let failure: Extract<ReplyEvent, { type: 'failure' }> | undefined;
    const sendEnd = async (): Promise<void> => {
      stopListening();
      const round = await conversations.round(agent.id, feed.roundId).catch(() => undefined);
      // Sent at the end, with the cause of the failure, because the receiver is an operator.
      if (failure) {
        const message = round?.round.errorCause ?? failure.message;
        stream.send(undefined, presentEvent(2, { ...failure, message }), ++sequence);
      }
      if (round) {
        const operatorOf = await findOperators(agent.workspaceId, [round.round]);
        stream.send('trace', await presentRound(round, operatorOf, sharedFiles.link));
      }
      stream.end();
    };
    const pump = (): void => {
      if (next < 0) return;
      while (!stream.isFull && next < feed.events.length) {
        const event = feed.events[next++]!;
        if (event.type === 'failure') {
          failure = event;
          continue;
        }
        const shown = presentEvent(2, event);
        if (shown) stream.send(undefined, shown, ++sequence);
      }
      if (!feed.ended || next < feed.events.length) return;
      next = -1;
      void sendEnd();
    };
    const stopListening = feed.listen(pump);
    stream.onEnd(stopListening);
    stream.onDrain(pump);
    pump();
  };

  const run = async (request: FastifyRequest & { body: Static<typeof Trial> }, agent: Agent) => {
    const { conversationId } = request.body;
    // Steps may come before the stream is open.
    const early: LiveStep[] = [];
    const watcher = { onStep: (step: LiveStep): void => void early.push(step) };
    const question = readQuestion(request, request.body);
    const graph = await graphOf(agent, request.body);
    const sent = await runtime.send({
      agent,
      conversationId: await conversationOf(agent, userIdOf(request), conversationId),
      apiVersion: 2,
      mode: 'streaming',
      history: [],
      question,
      options: {},
      arrival: request.arrival,
      trial: { ...(graph ? { draft: graph } : {}), onStep: (step) => watcher.onStep(step) },
    });
    const feed = await runtime.feed(sent.messageId);
    const follow = (reply: FastifyReply): void => {
      const stream = streams.start(reply);
      const { messageId: roundId, answerId } = sent;
      stream.send('round', { conversationId: sent.conversationId, roundId, answerId });
      watcher.onStep = (step) => void stream.send('step', presentLive(step));
      for (const step of early) watcher.onStep(step);
      sendEvents(stream, agent, feed);
    };
    return { follow };
  };

  return [
    route({
      method: 'POST',
      url: `${path}/try`,
      permission: 'agent:write',
      maxBodyBytes,
      sendsMessage: true,
      audit: 'none',
      schema: {
        tags,
        summary: 'Start a test chat round',
        description:
          'Sends server-sent events: `round` with the IDs; unnamed events as in a version 2 stream; `step` when a step of the round starts or ends (in a flow: each component with inputs and outputs); and finally `trace` with the whole round. `settings` are used without being saved, as changes of the draft or of the given `version`. The conversation has the type SPACE and is listed with the others; credits are charged.',
        operationId: 'tryAgent',
        params: AgentParams,
        body: Trial,
        response: { 200: EventStream('Events of the round', trialEvents) },
      },
      handler: async (request, reply) => {
        const edited = await findEditedAgentOf(agents, request);
        const { version = edited.version } = request.body;
        const saved = version === edited.version ? edited : await agents.readVersion(edited.id, version);
        streamAccess.requireRoom(request);
        const settings = applySettingsPatch(saved.settings, request.body.settings ?? {}, checkAddress);
        await tools.requireUsableSchemas({
          workspaceId: saved.workspaceId,
          tools: settings.tools.http,
          stored: saved.settings.tools.http,
        });
        const { follow } = await run(request, { ...saved, settings });
        follow(reply);
        return reply;
      },
    }),

    route({
      method: 'POST',
      url: `${path}/rounds/:roundId/stop`,
      permission: 'conversation:write',
      audit: 'round.stop',
      schema: {
        tags: ['Rounds'],
        summary: 'Stop a round',
        description: 'The text written so far is stored, and only that is charged.',
        operationId: 'stopRound',
        params: Type.Object({ ...AgentParams.properties, roundId: Type.String() }),
        response: { 204: Done },
      },
      handler: async (request, reply, record) => {
        const agent = await findAgentOf(agents, request);
        const { roundId } = request.params;
        await runtime.stop(agent, roundId);
        await write((tx) => record(tx, { targetId: roundId, changes: { stopped: [false, true] } }));
        return reply.status(204).send(null);
      },
    }),
  ];
};
