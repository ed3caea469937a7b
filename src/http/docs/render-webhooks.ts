import type { OpenApiDocument } from '../openapi/index.ts';
import { type Html, html, prose } from '../response/html.ts';
import { codeBlock } from './render-operation.ts';
import { renderParameter, renderSchema } from './render-schema.ts';

/** Calls of the service to servers of the developer. */
export const renderWebhooks = ({ webhooks = {}, components }: OpenApiDocument): Html =>
  html`<section id="webhooks"><h2>Webhooks</h2>
<p>Calls of the service to the addresses that are configured for the agent: <code>POST</code> with JSON. Any 2xx status is a success; other calls are repeated. See the <a class="inline" href="/docs/guides/webhooks">guide</a>.</p>
<h3>Headers</h3>
<ul class="fields">${Object.values(components.parameters ?? {}).map(
    ({ name, schema, required, description = '' }) =>
      renderParameter(name, { ...schema, description }, required, 0),
  )}</ul>
${Object.values(webhooks).map(({ post }) => {
  const { schema, examples = {} } = post.requestBody!.content['application/json']!;
  return html`<section class="operation" id="${post.operationId}">
<h3><a href="#${post.operationId}">${post.summary ?? ''}</a></h3>
<p>${prose(post.description ?? '')}</p>
<h4>Body</h4>${renderSchema(schema)}
<h4>Examples</h4>
${Object.values(examples).map((example, index) =>
  'value' in example
    ? html`<details class="example"${index === 0 && html` open`}><summary class="heading">${example.summary ?? ''}</summary>${codeBlock('Body', JSON.stringify(example.value, null, 2))}</details>`
    : html``,
)}
</section>`;
})}</section>`;
