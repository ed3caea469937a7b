import { Type } from 'typebox';
import type { ApiScope } from '../scope.ts';
import { channelPath, type EmbedRouteDependencies } from './embed-dependencies.ts';
import { PageAnswers, PageEvent } from './page-schemas.ts';
import { visitorCallOf } from './visitor-call.ts';

/** What only the page can know, by the name it has in the webhook. */
const names = {
  page_opened: 'page.opened',
  widget_opened: 'widget.opened',
  widget_closed: 'widget.closed',
} as const satisfies Record<PageEvent, string>;

export const addEvents = (scope: ApiScope, { db, channels, report }: EmbedRouteDependencies): void => {
  scope.post(
    `${channelPath}/events`,
    {
      schema: {
        hide: true,
        body: Type.Object({ name: PageEvent }),
        response: { 200: PageAnswers.nothing },
      },
    },
    async (request) => {
      const { agent, visitor } = visitorCallOf(request);
      const current = await channels.dialogues.current(visitor);
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
  );
};
