import { Type } from 'typebox';
import { AppError } from '../../lib/errors.ts';
import type { BuiltPages } from '../pages/index.ts';
import { Html, html } from '../response/html.ts';
import { type Route, route } from '../route.ts';
import { securityHeaders } from './doc-routes.ts';
import { guides } from './guides.ts';
import { renderLayout } from './render-layout.ts';

const renderGuide = (title: string, content: string): string =>
  renderLayout(
    title,
    html`<header><p class="links"><a href="/docs">Developer API</a></p></header>
<div class="columns">
<details class="contents" open><summary>Guides</summary><nav aria-label="Guides"><ul>${guides.map(
      (guide) => html`<li><a href="/docs/guides/${guide.name}">${guide.title}</a></li>`,
    )}</ul></nav></details>
<main id="content" class="guide">${new Html(content)}</main>
</div>`,
  );

/** Guides for developers, rendered by the build. */
export const createGuideRoutes = ({ pages }: { pages: BuiltPages }): Route[] => [
  route({
    method: 'GET',
    url: '/docs/guides/:name',
    public: true,
    schema: { hide: true, params: Type.Object({ name: Type.String() }) },
    handler: async (request, reply) => {
      const guide = guides.find(({ name }) => name === request.params.name);
      if (!guide) throw new AppError('notFound');
      const built = await pages.find('guides', `${guide.name}.html`);
      if (!built) throw new AppError('unavailable', 'The guides are not built yet. Run npm run build');
      const page = renderGuide(guide.title, built.content.toString('utf8'));
      return reply.headers(securityHeaders).type('text/html; charset=utf-8').send(page);
    },
  }),
];
