import { webhooks } from './webhooks.ts';

/** A call that the service makes to a developer's server, with the body of the reference. */
export interface WebhookExample {
  /** For example event.handoffStarted. */
  name: string;
  target: 'message' | 'human_service';
  summary: string;
  /** The address below the base URL of the human service; undefined: the configured path for messages of users. */
  path: string | undefined;
  body: object;
}

const humanPaths: Record<string, string | undefined> = {
  humanEstablish: '/conversation/establish',
  humanChat: undefined,
  humanClose: '/conversation/close',
};

/** One of each kind, in the order of the reference. */
export const webhookExamples: readonly WebhookExample[] = Object.entries(webhooks).flatMap(
  ([kind, { summary, examples }]) =>
    Object.entries(examples).map(([name, example]) => ({
      name: `${kind}.${name}`,
      target: kind in humanPaths ? ('human_service' as const) : ('message' as const),
      summary:
        kind === 'event' ? (example.value as { event: string }).event : `${summary}: ${example.summary}`,
      path: kind in humanPaths ? humanPaths[kind] : '',
      body: example.value as object,
    })),
);
