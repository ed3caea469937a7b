/** The only file that adds routes to the server. */
const home = 'src/http/add-routes.ts';

/** Names of the server and its parts. */
const serverNames = 'server|scope|inner|instance|fastify|app';
const addsRoute = new RegExp(
  `\\b(?:${serverNames})\\s*\\.\\s*(?:get|post|put|patch|delete|head|options|all|route)\\s*[<(]`,
);

/** Whether a source file adds a route without declaring it by `route` of src/http/route.ts. */
export const addsUndeclaredRoute = (path: string, text: string): boolean =>
  path !== home && !path.endsWith('.test.ts') && addsRoute.test(text);

/** Whether a source file of src/http writes audit entries without the function that its route gets. */
export const writesAuditItself = (path: string, text: string): boolean =>
  path.startsWith('src/http/') &&
  path !== 'src/http/console/audit/record-for.ts' &&
  /\baudit\s*\.\s*(?:record|amend)\s*\(/.test(text);
