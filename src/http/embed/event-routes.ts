import { Type } from 'typebox';
import { type Route, route } from '../route.ts';
import { channelPath, type EmbedRouteDependencies } from './embed-dependencies.ts';
import { PageAnswers, PageEvent } from './page-schemas.ts';
import { visitorCallOf } from './visitor-call.ts';

/** Events that only the page knows, by their name in the webhook. */
const names = {
  page_opened: 'page.opened',
  widget_opened: 'widget.opened',
  widget_closed: 'widget.closed',
} as const satisfies Record<PageEvent, string>;

export const createEventRoutes = ({ db, channels, report }: EmbedRouteDependencies): Route[] => [
  route({
    method: 'POST',
    url: `${channelPath}/events`,
    visitor: 'known',
    schema: {
      hide: true,
      body: Type.Object({ name: PageEvent }),
      response: { 200: PageAnswers.nothing },
    },
    handler: async (request) => {
      const { agent, visitor } = visitorCallOf(request);
      const current = await channels.conversations.current(visitor);
      await db.transaction((tx) =>
        report(tx, {
          agent,
          visitor,
          name: names[request.body.name],
          conversationId: current?.id ?? null,
        }),
      );
      return {};
    },
  }),
];
