import type { OpenApiDocument } from '../openapi/index.ts';
import { type Html, html, prose } from '../response/html.ts';
import { type DocumentedOperation, operationsOf, renderOperation } from './render-operation.ts';
import { renderSchema } from './render-schema.ts';

export interface ReferenceOptions {
  /** Base URL in the examples. */
  baseUrl: string;
  /** The machine-readable document. */
  documentPath: string;
  /** Links to other references. */
  links: { path: string; title: string }[];
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

const navigation = (groups: Group[], document: OpenApiDocument): Html => html`<nav aria-label="Contents">
<label class="search" hidden>Search <input type="search" placeholder="Search operations"></label>
<ul><li><a href="#authentication">Authentication</a></li><li><a href="#errors">Errors</a></li></ul>
${groups.map(
  ({ name, operations }) =>
    html`<p><a href="#group-${slug(name)}">${name}</a></p><ul>${operations.map(
      ({ method, path, operation }) =>
        html`<li data-find="${`${method} ${path} ${operation.summary ?? ''}`.toLowerCase()}"><a href="#${operation.operationId}"><span class="method ${method.toLowerCase()}">${method}</span> ${operation.summary ?? path}</a></li>`,
    )}</ul>`,
)}
${Object.keys(document.components.schemas).length > 0 && html`<p><a href="#schemas">Schemas</a></p>`}
</nav>`;

const authentication = (document: OpenApiDocument): Html =>
  html`<section id="authentication"><h2>Authentication</h2><ul>${Object.values(
    document.components.securitySchemes,
  ).map(
    ({ type, scheme, name, description }) =>
      html`<li>${type === 'http' ? html`<code>Authorization: ${scheme === 'bearer' ? 'Bearer' : String(scheme)} &lt;KEY&gt;</code>` : html`Cookie <code>${String(name)}</code>`}. ${prose(String(description ?? ''))}</li>`,
  )}</ul></section>`;

const errors = (document: OpenApiDocument): Html => html`<section id="errors"><h2>Errors</h2>
<p>Errors have an HTTP status of 400 or higher and the body <code>{"code": …, "message": …, "request_id": …}</code>. The message names the field and the rule. Quote the request ID when you report a problem: it is also in the logs.</p>
<div class="wide"><table><thead><tr><th>Code</th><th>HTTP</th><th>Meaning</th></tr></thead><tbody>${document[
  'x-error-codes'
].map(
  ({ code, status, text }) => html`<tr><td><code>${code}</code></td><td>${status}</td><td>${text}</td></tr>`,
)}</tbody></table></div></section>`;

/** The whole page: plain HTML that can be read without scripts. */
export const renderReference = (document: OpenApiDocument, options: ReferenceOptions): string => {
  const groups = groupsOf(document);
  const { schemas } = document.components;
  const page = html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${document.info.title}</title>
<link rel="stylesheet" href="/docs/reference.css">
<link rel="icon" href="data:,">
<script src="/docs/reference.js" defer></script>
</head>
<body>
<a class="skip" href="#content">Skip to content</a>
<header><h1>${document.info.title}</h1><p>${prose(document.info.description)}</p>
<p class="links"><a href="${options.documentPath}">OpenAPI document</a>${options.links.map(({ path, title }) => html` <a href="${path}">${title}</a>`)}</p></header>
<div class="columns">
<details class="contents" open><summary>Contents</summary>${navigation(groups, document)}</details>
<main id="content">
${authentication(document)}
${errors(document)}
${groups.map(
  ({
    name,
    description,
    operations,
  }) => html`<section id="group-${slug(name)}"><h2>${name}</h2>${description !== undefined && html`<p>${prose(description)}</p>`}
${operations.map((operation) => renderOperation(operation, { baseUrl: options.baseUrl, schemas }))}</section>`,
)}
<section id="schemas"><h2>Schemas</h2>${Object.entries(schemas).map(
    ([name, schema]) =>
      html`<section class="schema" id="schema-${name}"><h3><a href="#schema-${name}">${name}</a></h3>${renderSchema(schema)}</section>`,
  )}</section>
</main>
</div>
</body>
</html>
`;
  return page.text;
};
