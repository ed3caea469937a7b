import { pino } from 'pino';

/**
 * One JSON line per event on standard error. Only ids, counts and times are logged: no keys, tokens,
 * message texts or personal addresses. Errors are reduced to their origin, because a
 * database error can quote the rejected row.
 */
const describeError = (error: Error & { code?: unknown; failure?: unknown }): object => ({
  type: error.name,
  message: error.message.slice(0, 500),
  ...(typeof error.code === 'string' ? { code: error.code } : {}),
  ...(typeof error.failure === 'string' ? { failure: error.failure } : {}),
  stack: error.stack?.split('\n').slice(1, 12).join('\n'),
  ...(error.cause instanceof Error ? { cause: describeError(error.cause) } : {}),
});

export const createLogger = (level: string) =>
  pino(
    {
      level,
      base: undefined,
      timestamp: pino.stdTimeFunctions.isoTime,
      serializers: {
        err: describeError,
        // The thrown value, or a message about it.
        error: (error: unknown) => (error instanceof Error ? describeError(error) : error),
        req: () => undefined,
        res: () => undefined,
      },
      redact: {
        paths: [
          'authorization',
          'apiKey',
          'token',
          'password',
          '*.authorization',
          '*.apiKey',
          '*.token',
          '*.password',
        ],
        censor: '[kept out]',
      },
    },
    pino.destination({ dest: 2, sync: false }),
  );

export type Logger = ReturnType<typeof createLogger>;
