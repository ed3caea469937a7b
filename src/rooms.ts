import { join } from 'node:path';
import { createAccounts, createOperatorProfiles } from './accounts/index.ts';
import { createAgentFiles } from './agent-files/index.ts';
import { createAgentImages, createAgents, createPublishing } from './agents/index.ts';
import { createAnalytics } from './analytics/index.ts';
import { createAssistance } from './assistance/index.ts';
import { createAudit } from './audit/index.ts';
import { createApiKeys, createReadAgentAhead } from './auth/index.ts';
import { createChannels, createConnectors } from './channels/index.ts';
import { baseUrlOf, type Config } from './config/index.ts';
import { createConversations } from './conversations/index.ts';
import { createCorrections } from './corrections/index.ts';
import { dayMs } from './db/index.ts';
import { createErasure, createHideConversation, createRetention } from './erasure/index.ts';
import { createEvaluation, createRequiredSets, eraseTestCases, regressionEvent } from './evaluation/index.ts';
import { createFeedback } from './feedback/index.ts';
import { createFileQuotas, createSharedFiles, createStoredFiles } from './files/index.ts';
import { createFlows, sweepPauses } from './flows/index.ts';
import { createHandoff } from './handoff/index.ts';
import { sweepKeys } from './idempotency/index.ts';
import { createImageEncoder } from './images/index.ts';
import { createJobs, createProcessRegistry } from './jobs/index.ts';
import { createDefaultBase, createEmbedders, createKnowledge } from './knowledge/index.ts';
import { createFreeDisk } from './lib/free-disk.ts';
import { newId } from './lib/ids.ts';
import { createSafeFetch } from './lib/safe-fetch/index.ts';
import { createSandbox } from './lib/sandbox/index.ts';
import { countTokens } from './lib/tokens.ts';
import { createMailer } from './mail/index.ts';
import { createMemory } from './memory/index.ts';
import { createMessaging } from './messaging/index.ts';
import { createModelConnections } from './model-connections/index.ts';
import { createModels } from './models/index.ts';
import { createNotifications } from './notifications/index.ts';
import { createOperations } from './operations/index.ts';
import { createRateLimits, sweepRateBuckets } from './rate-limits/index.ts';
import { createRecognition } from './recognition/index.ts';
import { createAgentRetention } from './retention/index.ts';
import { defaultModelOf, type RoomsOptions } from './rooms-options.ts';
import {
  createAttachments,
  createModelChoice,
  createReadFile,
  createRuntime,
  createSideCall,
  createSpeechCalls,
  createSummarise,
  detectAttachment,
  presentReply,
} from './runtime/index.ts';
import { createReadRecordings, createSpeech } from './speech/index.ts';
import { createTables } from './tables/index.ts';
import { createTools } from './tools/index.ts';
import { createBalances, createBills, createCreditReservations, createUsageReport } from './usage/index.ts';
import { createUsers } from './users/index.ts';
import { createReportAgentEvent, createWebhooks, sourceEvent } from './webhooks/index.ts';
import { createWorkflowRuns } from './workflow-runs/index.ts';
import { createWorkspaces } from './workspaces/index.ts';

/** How long failed jobs can be retried. */
const failedJobDays = 30;
/** How long a human service can fetch the files of a conversation after a handoff. */
const handoffFilesMs = 7 * dayMs;
/** How long a repeated message of a platform is recognised. Platforms repeat them for a day at most. */
const channelUpdateDays = 7;
/** How long failed sign-ins stay in the audit log. */
const failedSignInDays = 90;

/** Creates every module once with its dependencies. Nothing runs yet. */
export const createRooms = ({ config, db, log, clock, encryption, ...overrides }: RoomsOptions) => {
  const processId = newId(clock.nowMs());
  const safeFetch = createSafeFetch({ allow: config.egressAllow, log });
  const models =
    overrides.models ??
    createModels({
      fetch: safeFetch,
      countTokens,
      clock,
      log,
      timeouts: config.timeouts,
      trustedBaseUrl: config.model?.baseUrl,
    });
  const modelConnections = createModelConnections({ db, clock, encryption });
  const modelChoice = createModelChoice({
    models,
    connections: modelConnections,
    defaultModel: defaultModelOf(config),
    countTokens,
  });
  const jobs = createJobs({ db, clock, log, processId });
  const processes = createProcessRegistry({ db, clock, log, id: processId });

  const audit = createAudit({ db, clock });
  const agents = createAgents({ db, clock, encryption, createDefaultBase });
  // A check refuses the publication of an agent's draft or flow with an AppError.
  const flows = createFlows({ db, clock });
  const publishing = createPublishing({ agents, checks: [createRequiredSets({ flows })] });
  const apiKeys = createApiKeys({ db, clock, onReading: createReadAgentAhead({ agents, modelConnections }) });
  const accounts = createAccounts({
    db,
    clock,
    encryption,
    audit,
    safeFetch,
    oidc: config.oidc,
    passwords: overrides.passwords,
  });
  const { operators } = accounts;
  const workspaces = createWorkspaces({ db, clock });
  const conversations = createConversations({ db, clock, log });
  const feedback = createFeedback({ db });
  const freeDisk = createFreeDisk({ folder: config.dataDir, minFreeBytes: config.minFreeDiskMb * 2 ** 20 });
  const fileQuotas = createFileQuotas(config.quotas);
  const { files, objectStorage } = createStoredFiles({
    db,
    clock,
    log,
    jobs,
    encryption,
    freeDisk,
    quotas: fileQuotas,
    folder: join(config.dataDir, 'files'),
    fetch: safeFetch,
    settings: config.files,
  });
  const sharedFiles = createSharedFiles({ db, clock, encryption, files, baseUrl: baseUrlOf(config) });
  const speech = createSpeech({
    fetch: safeFetch,
    server: config.speech,
    documentTimeoutMs: config.timeouts.documentMs,
  });
  const recognition =
    overrides.recognition ??
    createRecognition({
      ...(config.recognitionWorkers === undefined ? {} : { workers: config.recognitionWorkers }),
      timeoutMs: config.timeouts.recognitionMs,
      backgroundTimeoutMs: config.timeouts.documentMs,
      log,
    });
  const embedders =
    overrides.embedders ?? createEmbedders({ server: config.embedding, fetch: safeFetch, clock });
  const creditReservations = createCreditReservations({ db, processId });
  const sideCall = createSideCall({ db, clock, models: modelChoice, reservations: creditReservations });
  const memory = createMemory({
    db,
    clock,
    jobs,
    log,
    embedders,
    summarise: createSummarise({ agents, models: modelChoice, sideCall }),
  });
  const users = createUsers({ db, clock, moveMemories: memory.moveUser });
  const channels = createChannels({ db, clock, encryption, log, agents, conversations, users, sharedFiles });
  const sandbox = overrides.sandbox ?? createSandbox({ log });
  const imageEncoder = createImageEncoder({ log });
  const agentImages = createAgentImages({ db, clock, encoder: imageEncoder });
  const operatorProfiles = createOperatorProfiles({ db, clock, encoder: imageEncoder });
  const tables = createTables({ db, clock, jobs, sandbox, recognition });
  const tools = createTools({ safeFetch, clock, log, sandbox });
  const mailer = createMailer({ db, clock, jobs, settings: config.mail });
  const basics = { db, clock, log, jobs, agents };
  const platforms = { baseUrl: baseUrlOf(config), platformUrls: config.platformUrls };
  const connectors = createConnectors({ ...basics, ...platforms, encryption, files, sharedFiles, safeFetch });
  const webhooks = createWebhooks({ ...basics, chats: connectors.chats, safeFetch });
  const handoff = createHandoff({
    db,
    clock,
    jobs,
    agents,
    conversations,
    outbox: webhooks,
    present: presentReply,
    fileUrl: (fileId) => sharedFiles.url(fileId, handoffFilesMs),
    mailer,
    publicNameOf: operatorProfiles.publicNameOf,
    baseUrl: baseUrlOf(config),
    onError: (error) => log.warn({ err: error }, 'live updates of the inbox were interrupted'),
  });
  const notifications = createNotifications({ ...basics, mailer, baseUrl: `${baseUrlOf(config)}/console` });
  handoff.onNotable(notifications.noteHandoff);
  handoff.inbox.notes.onMentioned(notifications.noteMention);
  operators.onAccessLost(handoff.inbox.release);
  handoff.onHumanMessage(({ conversationId }) => channels.live.signal(conversationId));
  handoff.onStarted((conversationId) => channels.live.signal(conversationId));
  const knowledge = createKnowledge({
    db,
    clock,
    log,
    jobs,
    agents,
    files,
    fetch: safeFetch,
    encryption,
    recognition: createReadRecordings({ recognition, speech }),
    embedders,
    threads: overrides.knowledgeThreads,
    rerankers: config.rerankers,
    sourceFolders: config.sourceFolders,
    uploadFolder: join(config.dataDir, 'uploads'),
    indexFolder: join(config.dataDir, 'search-index'),
  });
  const corrections = createCorrections({
    db,
    clock,
    log,
    jobs,
    sandbox,
    embedders,
    embedQuery: knowledge.embedQuery,
  });
  const reportAgentEvent = createReportAgentEvent({ enqueue: webhooks.enqueue, clock });
  knowledge.sources.onRunEnded(async (tx, ended) => {
    if (ended.run.status !== 'cancelled') await reportAgentEvent(tx, sourceEvent(ended));
  });

  const rateLimiter = createRateLimits({ db, clock });
  const attachments = createAttachments({ files, fetch: safeFetch, detect: detectAttachment });
  const runtime = createRuntime({
    db,
    clock,
    log,
    agents,
    conversations,
    attachments,
    ports: {
      knowledge,
      corrections,
      memory,
      users,
      tools,
      models: modelChoice,
      files: createReadFile({ files, recognition, speech }),
      speech: { ...speech, share: sharedFiles.share },
      agents,
      flows,
      tables,
      sandbox,
    },
    outbox: webhooks,
    handoff,
    rateLimiter,
    processId,
    confirmRegistration: processes.confirm,
    runTimeoutMs: config.timeouts.runMs,
  });

  const assistance = createAssistance({
    db,
    agents,
    models: modelChoice,
    conversations,
    memory,
    knowledge,
    users,
    sideCall,
    timeoutMs: config.timeouts.runMs,
  });
  const inputs = { connectors, conversations, users, runtime, handoff };
  const messaging = createMessaging({ ...basics, ...inputs, outbox: webhooks });
  const workflowRuns = createWorkflowRuns({ db, clock, flows, conversations, runtime });
  const analytics = createAnalytics({ db, clock, log, jobs, embedders });
  const erasure = createErasure({
    db,
    clock,
    jobs,
    files,
    users,
    stopRound: runtime.stopRound,
    endSession: handoff.endIn,
    eraseVisitors: channels.eraseUser,
    eraseChannelUsers: connectors.eraseUsers,
    eraseCopies: eraseTestCases,
    forgetCorrections: corrections.forgetConversations,
    figures: analytics,
  });
  const evaluation = createEvaluation({
    db,
    clock,
    log,
    jobs,
    agents,
    flows,
    files,
    conversations,
    runtime,
    models: modelChoice,
    sideCall,
    embedders,
    sandbox,
    erasure,
  });
  evaluation.onRunEnded(async (tx, ended) => {
    const event = regressionEvent(ended);
    if (event) await reportAgentEvent(tx, event);
  });
  const hideConversation = createHideConversation({
    db,
    clock,
    memory,
    endSession: handoff.endIn,
    stopRound: runtime.stopRound,
  });
  const agentRetention = createAgentRetention({ db, clock, jobs, audit, files, erasure });
  const retention = createRetention({
    db,
    clock,
    log,
    jobs,
    sweeps: {
      failedJobs: (nowMs) => jobs.sweepFailed(nowMs - failedJobDays * dayMs),
      deliveries: (nowMs) => webhooks.sweep(nowMs - config.deliveryLogDays * dayMs),
      mails: (nowMs) => mailer.sweep(nowMs - config.deliveryLogDays * dayMs),
      idempotencyKeys: (nowMs) => sweepKeys(db.query, nowMs),
      rateBuckets: () => sweepRateBuckets(db.query),
      flowPauses: (nowMs) => sweepPauses(db.query, nowMs - dayMs),
      unreferencedFiles: (nowMs) => files.sweepUnreferenced(nowMs - dayMs),
      operatorSessions: accounts.sessions.sweep,
      operatorBrowsers: operators.sweepBrowsers,
      failedSignIns: (nowMs) => audit.sweep('session.refuse', nowMs - failedSignInDays * dayMs),
      invitations: accounts.invitations.sweep,
      resetLinks: accounts.resetLinks.sweep,
      signInAttempts: accounts.signInAttempts.sweep,
      sharedFiles: sharedFiles.sweep,
      visitors: channels.sweep,
      channelUpdates: (nowMs) => connectors.sweep(nowMs - channelUpdateDays * dayMs),
      agents: () => agentRetention.startRuns(),
    },
  });

  const agentParts = { db, agents, flows, tables, knowledge, files, modelConnections, evaluation };
  return {
    ...accounts,
    creditReservations,
    agentImages,
    agents,
    agentFiles: createAgentFiles({ ...agentParts, agentRetention }),
    agentRetention,
    analytics,
    apiKeys,
    assistance,
    workflowRuns,
    audit,
    balances: createBalances({ clock }),
    bills: createBills({ db }),
    embedders,
    channels,
    connectors,
    conversations,
    corrections,
    defaultModel: defaultModelOf(config),
    erasure,
    evaluation,
    hideConversation,
    feedback,
    fileQuotas,
    files,
    publishing,
    flows,
    freeDisk,
    handoff,
    imageEncoder,
    jobs,
    knowledge,
    mailer,
    memory,
    messaging,
    modelConnections,
    models,
    notifications,
    objectStorage,
    operations: createOperations({ db, clock }),
    operatorProfiles,
    processes,
    rateLimiter,
    readUsage: createUsageReport({ db }),
    recognition,
    retention,
    runtime,
    safeFetch,
    sandbox,
    /** Configuration of the service, for operators. */
    serviceLimits: { timeouts: config.timeouts, quotas: config.quotas },
    serviceModels: config as Pick<Config, 'model' | 'embedding' | 'speech' | 'rerankers'>,
    sharedFiles,
    speech,
    speechCalls: createSpeechCalls({ db, clock, files, sharedFiles, attachments, speech }),
    tables,
    tools,
    users,
    webhooks,
    workspaces,
  };
};

export type Rooms = ReturnType<typeof createRooms>;
