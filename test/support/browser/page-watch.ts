import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page, Request } from 'playwright-core';
import { consoleDocumentPath } from '../../../scripts/generated/generated-paths.ts';

const document = join(import.meta.dirname, '../../..', consoleDocumentPath);

/** "GET /console/api/audit" of every documented route, as patterns for a URL. */
const documentedRoutes = (): RegExp[] => {
  const { paths } = JSON.parse(readFileSync(document, 'utf8')) as { paths: Record<string, object> };
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.keys(methods).map(
      (method) => new RegExp(`^${method.toUpperCase()} ${path.replace(/\{[^}]+\}/g, '[^/]+')}$`),
    ),
  );
};

export interface PageWatch {
  /** Fails if an error occurred since the page was opened. */
  check(): void;
  /** Browser console messages that the test causes, such as a rejected request. */
  expect(message: RegExp): void;
}

/** Records what a page must not do: fail, call another host, call an undocumented route. */
export const createPageWatch = (page: Page, origin: string): PageWatch => {
  const problems: string[] = [];
  const expected: RegExp[] = [];
  const routes = documentedRoutes();
  const look = (request: Request): void => {
    const { protocol, host, pathname } = new URL(request.url());
    if (protocol === 'data:' || protocol === 'blob:') return;
    if (`${protocol}//${host}` !== origin) return void problems.push(`foreign request: ${request.url()}`);
    if (!pathname.startsWith('/console/api/')) return;
    const call = `${request.method()} ${pathname}`;
    if (!routes.some((route) => route.test(call))) problems.push(`undocumented route: ${call}`);
  };
  page.on('request', look);
  page.on('pageerror', (error) => problems.push(`page error: ${error.stack ?? error.message}`));
  page.on('console', (message) => {
    if (message.type() === 'error' || message.type() === 'warning')
      problems.push(`console: ${message.text()} ${message.location().url}`);
  });
  return {
    expect: (message) => {
      expected.push(message);
    },
    check: () =>
      assert.deepEqual(
        problems.filter((problem) => !expected.some((message) => message.test(problem))),
        [],
      ),
  };
};
