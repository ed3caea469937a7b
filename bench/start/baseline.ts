/** The baseline of a start: Node, Fastify, an open database and one route. */
import { DatabaseSync } from 'node:sqlite';
import Fastify from 'fastify';

const database = new DatabaseSync(':memory:');
const server = Fastify();
server.get('/healthz', () => database.prepare('select 1 as ok').get());
await server.listen({ host: '127.0.0.1', port: Number(process.env.PORT) });
process.on('SIGTERM', () => process.exit(0));
