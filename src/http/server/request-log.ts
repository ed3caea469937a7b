import type { FastifyBaseLogger } from 'fastify';
import type { Bindings, Level, Logger } from 'pino';

const levels: readonly Level[] = ['trace', 'debug', 'info', 'warn', 'error', 'fatal'];

/**
 * The log of a request, with its ID in each entry. Few requests log anything, and a logger costs as much as the
 * authentication of a request, so it is created for the first entry.
 */
class RequestLog {
  readonly #parent: Logger;
  readonly #bindings: Bindings;
  #logger: Logger | undefined;

  constructor(parent: Logger, bindings: Bindings) {
    this.#parent = parent;
    this.#bindings = bindings;
  }

  static {
    for (const level of levels)
      Object.defineProperty(RequestLog.prototype, level, {
        value(this: RequestLog, ...entry: [object, string]) {
          if (this.#parent.isLevelEnabled(level)) this.#open()[level](...entry);
        },
      });
  }

  get level(): string {
    return this.#parent.level;
  }

  silent(): void {}

  child(bindings: Bindings): FastifyBaseLogger {
    return this.#open().child(bindings);
  }

  #open(): Logger {
    this.#logger ??= this.#parent.child(this.#bindings);
    return this.#logger;
  }
}

export const createRequestLog = (parent: Logger, bindings: Bindings): FastifyBaseLogger =>
  // Its methods for the levels are defined in a loop, which TypeScript does not see.
  new RequestLog(parent, bindings) as unknown as FastifyBaseLogger;
