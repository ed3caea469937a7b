import type { OpenApiDocument, OperationReference } from '../openapi/index.ts';
import { type Html, html, prose } from '../response/html.ts';
import { guides } from './guides.ts';
import { type DocumentedOperation, operationsOf } from './operations-of.ts';
import { renderLayout } from './render-layout.ts';
import { renderOperation } from './render-operation.ts';
import { renderSchema } from './render-schema.ts';
import { renderWebhooks } from './render-webhooks.ts';

export interface ReferenceOptions {
  /** Base URL in the examples. */
  baseUrl: string;
  /** The machine-readable document. */
  documentPath: string;
  /** Links to other references. */
  links: { path: string; title: string }[];
  /** Examples by operationId. */
  examples?: Record<string, OperationReference>;
  /** The page can send requests with an API key of the reader, and links to the guides. */
  isForDevelopers?: boolean;
}

interface Group {
  name: string;
  description: string | undefined;
  operations: DocumentedOperation[];
}

/** In the order of the document's tags. Operations without a tag come last. */
const groupsOf = (document: OpenApiDocument): Group[] => {
  const operations = operationsOf(document);
  const named = new Set(document.tags.map(({ name }) => name));
  const untold = [...new Set(operations.map(({ operation }) => operation.tags[0] ?? 'Other'))].filter(
    (name) => !named.has(name),
  );
  return [...document.tags, ...untold.map((name) => ({ name, description: undefined }))]
    .map(({ name, description }) => ({
      name,
      description,
      operations: operations.filter(({ operation }) => (operation.tags[0] ?? 'Other') === name),
    }))
    .filter(({ operations: own }) => own.length > 0);
};

const slug = (name: string): string => name.toLowerCase().replace(/[^a-z0-9]+/g, '-');

const navigation = (
  groups: Group[],
  document: OpenApiDocument,
  { isForDevelopers }: ReferenceOptions,
): Html => html`<nav aria-label="Contents">
<label class="search" hidden>Search <input type="search" placeholder="Search operations"></label>
<ul><li><a href="#authentication">Authentication</a></li><li><a href="#errors">Errors</a></li></ul>
${
  isForDevelopers &&
  html`<p>Guides</p><ul>${guides.map(
    ({ name, title }) => html`<li><a href="/docs/guides/${name}">${title}</a></li>`,
  )}</ul>`
}
${groups.map(
  ({ name, operations }) =>
    html`<p><a href="#group-${slug(name)}">${name}</a></p><ul>${operations.map(
      ({ method, path, operation }) =>
        html`<li data-find="${`${method} ${path} ${operation.summary ?? ''}`.toLowerCase()}"><a href="#${operation.operationId}"><span class="method ${method.toLowerCase()}">${method}</span> ${operation.summary ?? path}</a></li>`,
    )}</ul>`,
)}
${document.webhooks && html`<p><a href="#webhooks">Webhooks</a></p>`}
${Object.keys(document.components.schemas).length > 0 && html`<p><a href="#schemas">Schemas</a></p>`}
</nav>`;

const authentication = (document: OpenApiDocument, { isForDevelopers }: ReferenceOptions): Html => {
  const own = document.security.flatMap((requirement) => Object.keys(requirement));
  return html`<section id="authentication"><h2>Authentication</h2><ul>${own.map((key) => {
    const { type, scheme, name, description } = document.components.securitySchemes[key]!;
    return html`<li>${type === 'http' ? html`<code>Authorization: ${scheme === 'bearer' ? 'Bearer' : String(scheme)} &lt;KEY&gt;</code>` : html`Cookie <code>${String(name)}</code>`}. ${prose(String(description ?? ''))}</li>`;
  })}</ul>${
    isForDevelopers &&
    html`<p class="key" hidden><label for="api-key">Your API key, for <em>Try it</em>. It stays in this page and is not stored.</label>
<input id="api-key" type="password" autocomplete="off" spellcheck="false"></p>`
  }</section>`;
};

const errors = (document: OpenApiDocument): Html => html`<section id="errors"><h2>Errors</h2>
<p>Errors have an HTTP status of 400 or higher and the body <code>{"code": …, "message": …, "request_id": …}</code>. The message names the field and the rule. Quote the request ID when you report a problem: it is also in the logs.</p>
<div class="wide"><table class="errors"><thead><tr><th>Code</th><th>HTTP</th><th>Meaning</th><th>Cause</th><th>What to do</th></tr></thead><tbody>${document[
  'x-error-codes'
].map(
  ({ name, code, status, text, cause, remedy }) =>
    html`<tr id="error-${name}"><td><code>${code}</code></td><td>${status}</td><td>${text}</td><td>${prose(cause ?? '')}</td><td>${prose(remedy ?? '')}</td></tr>`,
)}</tbody></table></div></section>`;

/** The whole page: plain HTML that can be read without scripts. */
export const renderReference = (document: OpenApiDocument, options: ReferenceOptions): string => {
  const groups = groupsOf(document);
  const { schemas } = document.components;
  const { baseUrl, examples = {}, isForDevelopers: canTry = false } = options;
  const body = html`<header><h1>${document.info.title}</h1><p>${prose(document.info.description)}</p>
<p class="links"><a href="${options.documentPath}">OpenAPI document</a>${canTry && html` <a href="/docs/collection.json" download="frontdesk-collection.json">Postman collection</a>`}${options.links.map(({ path, title }) => html` <a href="${path}">${title}</a>`)}</p></header>
<div class="columns">
<details class="contents" open><summary>Contents</summary>${navigation(groups, document, options)}</details>
<main id="content">
${authentication(document, options)}
${errors(document)}
${groups.map(
  ({
    name,
    description,
    operations,
  }) => html`<section id="group-${slug(name)}"><h2>${name}</h2>${description !== undefined && html`<p>${prose(description)}</p>`}
${operations.map((operation) => renderOperation(operation, { baseUrl, document, examples, canTry }))}</section>`,
)}
${document.webhooks && renderWebhooks(document)}
<section id="schemas"><h2>Schemas</h2>${Object.entries(schemas).map(
    ([name, schema]) =>
      html`<section class="schema" id="schema-${name}"><h3><a href="#schema-${name}">${name}</a></h3>${renderSchema(schema)}</section>`,
  )}</section>
</main>
</div>`;
  return renderLayout(document.info.title, body);
};
