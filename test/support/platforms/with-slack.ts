import { test } from 'node:test';
import type { DatabaseKind } from '../../../src/db/index.ts';
import { testedDatabases } from '../databases/tested-databases.ts';
import { skipWithout } from '../runner/test-groups.ts';
import type { TestService } from '../service/service.ts';
import { eventually } from '../time/eventually.ts';
import { signingSecret, slackHeaders, slackToken, startSlack } from './slack.ts';
import { type ConnectionStage, type ServiceOptions, withConnection } from './with-connection.ts';

export interface SlackStage extends ConnectionStage {
  slack: Awaited<ReturnType<typeof startSlack>>;
  /** Sends a signed event as Slack does. */
  post(event: object, headers?: Record<string, string>): ReturnType<TestService['call']>;
  /** Waits for this number of messages of the bot. */
  posts(count: number): Promise<{ channel: string; thread_ts?: string; text: string }[]>;
}

const withSlack = async (
  kind: DatabaseKind,
  options: ServiceOptions,
  work: (stage: SlackStage) => Promise<void>,
): Promise<void> => {
  const slack = await startSlack();
  const created = {
    platform: 'slack',
    fields: { botToken: slackToken, signingSecret },
    urls: slack.platformUrls,
  };
  try {
    await withConnection(kind, created, options, (stage) =>
      work({
        ...stage,
        slack,
        post: (event, headers) => {
          const body = JSON.stringify(event);
          return stage.service.call('POST', `/channels/inbound/${stage.connection.id}`, body, {
            key: null,
            headers: headers ?? slackHeaders(body),
          });
        },
        posts: async (count) => {
          await eventually(`${count} messages were posted`, () => slack.posts().length >= count);
          return slack.posts();
        },
      }),
    );
  } finally {
    await slack.close();
  }
};

/** The same test on both databases, with an app of a loopback Slack. */
export const testSlack = (
  name: string,
  work: (stage: SlackStage) => Promise<void>,
  options: () => ServiceOptions = () => ({}),
): void => {
  for (const kind of testedDatabases)
    test(`${name} (${kind})`, { skip: kind === 'postgres' ? skipWithout('postgres') : false }, () =>
      withSlack(kind, options(), work),
    );
};
