import { exampleMs, exampleIds as ids } from './example-ids.ts';

const eventOf = (event: string, place: object, data: object) => ({
  event,
  timestamp: exampleMs,
  bot_id: ids.agent,
  ...place,
  data,
});

const conversation = {
  conversation_id: ids.humanConversation,
  conversation_type: 'WIDGET',
  user_id: 'ada',
  anonymous_id: '',
};
const noConversation = { conversation_id: '', conversation_type: '', user_id: '', anonymous_id: '' };

const ofUser = (event: string, data: object) => eventOf(event, conversation, data);
const ofAgent = (event: string, data: object) => eventOf(event, noConversation, data);

const session = { session_id: ids.humanSession };
const source = {
  source_id: '695cb1000f3a5c7e9b2d4f61',
  name: 'Help pages',
  url: 'https://example.com/help',
  run_id: '695cb1000f3a5c7e9b2d4f62',
};

/** One of each event that an agent reports. */
export const eventExamples = {
  pageOpened: {
    summary: 'A visitor opened the chat page',
    value: eventOf(
      'page.opened',
      { ...conversation, conversation_id: '', conversation_type: 'SHARE' },
      { user_proven: false },
    ),
  },
  widgetOpened: {
    summary: 'A visitor opened the widget',
    value: ofUser('widget.opened', { user_proven: true }),
  },
  widgetClosed: {
    summary: 'A visitor closed the widget',
    value: ofUser('widget.closed', { user_proven: true }),
  },
  messageSent: {
    summary: 'A visitor sent a message',
    value: ofUser('message.sent', { message_id: ids.message, user_proven: true }),
  },
  feedbackGiven: {
    summary: 'A visitor rated a reply',
    value: ofUser('feedback.given', {
      message_id: ids.message,
      answer_id: ids.answer,
      rating: 'BAD',
      reason: 'INCOMPLETE',
      comment: 'The price is missing',
      user_proven: true,
    }),
  },
  handoffStarted: {
    summary: 'A human session started',
    value: ofUser('handoff.started', { ...session, trigger: 'button' }),
  },
  handoffWaiting: {
    summary: 'A human session waits for a person',
    value: ofUser('handoff.waiting', { ...session, cause: 'started' }),
  },
  handoffMissed: {
    summary: 'Nobody answered the user in time',
    value: ofUser('handoff.missed', { ...session, reason: 'not_taken' }),
  },
  handoffClosed: {
    summary: 'A human session ended',
    value: ofUser('handoff.closed', { ...session, reason: 'HUMAN_CLOSED' }),
  },
  sourceSynced: {
    summary: 'A sync of a knowledge source ended',
    value: ofAgent('source.synced', {
      ...source,
      added: 2,
      updated: 1,
      unchanged: 40,
      removed: 0,
      skipped: 3,
    }),
  },
  sourceFailed: {
    summary: 'A sync of a knowledge source failed',
    value: ofAgent('source.failed', { ...source, reason: 'The server answered 503' }),
  },
  evaluationRegressed: {
    summary: 'Cases of a test set no longer pass',
    value: ofAgent('evaluation.regressed', {
      test_set_id: '695cb1000f3a5c7e9b2d4f63',
      name: 'Basics',
      run_id: '695cb1000f3a5c7e9b2d4f64',
      previous_run_id: '695cb1000f3a5c7e9b2d4f65',
      version: 12,
      cases: 20,
      passed_cases: 18,
      regressions: 2,
      started_by: 'schedule',
    }),
  },
};
