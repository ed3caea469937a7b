/**
 * A chat-completions server on loopback: instant, or one token at once and then one every `BENCH_TOKEN_MS`. It answers with the
 * same three deltas, or with `BENCH_TOKENS` of them.
 */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { replyDeltas } from './instant-model.ts';

const tokenMs = Number(process.env.BENCH_TOKEN_MS ?? 0);
const tokenCount = Number(process.env.BENCH_TOKENS ?? 0);
const deltas = tokenCount > 0 ? Array.from({ length: tokenCount }, (_, index) => `t${index} `) : replyDeltas;
const chunk = (delta: object, finish: string | null = null): string =>
  `data: ${JSON.stringify({ id: 'c', object: 'chat.completion.chunk', choices: [{ index: 0, delta, finish_reason: finish }] })}\n\n`;
const [beforeTime, afterTime] = chunk({ content: 'time ' }).split('time');
const timedChunk = (atMs: number): string => `${beforeTime}${atMs}${afterTime}`;
const pieces = deltas.map((content) => chunk({ content }));
const ending = `${chunk({}, 'stop')}data: ${JSON.stringify({ id: 'c', choices: [], usage: { prompt_tokens: 20, completion_tokens: deltas.length, total_tokens: 20 + deltas.length } })}\n\ndata: [DONE]\n\n`;

const server = createServer((request, response) => {
  request.resume();
  request.on('end', () => {
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    if (tokenMs === 0) {
      response.end(pieces.join('') + ending);
      return;
    }
    let next = 0;
    const sendToken = (): void => {
      if (next < pieces.length) {
        // The token contains the time of sending, so that the reader can compute the delay.
        response.write(timedChunk(Date.now()));
        next++;
        return;
      }
      clearInterval(timer);
      response.end(ending);
    };
    const timer = setInterval(sendToken, tokenMs);
    sendToken();
    response.on('close', () => clearInterval(timer));
  });
});
// Thousands connect within a second; Node's default backlog of 511 would reset some of them.
server.listen({ port: 0, host: '127.0.0.1', backlog: 4096 }, () => {
  process.send?.({ url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1` });
});
process.on('message', () => {
  server.closeAllConnections();
  server.close(() => process.exit(0));
});
