import pg from 'pg';
import { ConnectionLostError } from '../connection-lost.ts';

/** Class 08 is connection exception; 57P01 to 57P03: the server stops, has crashed or is starting. */
const lostStates = /^(?:08...|57P0[123]|53300)$/;

const lostCodes = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'ECONNABORTED',
  'EPIPE',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOTFOUND',
  'EAI_AGAIN',
]);

/** The driver has no codes for these. */
const lostMessages =
  /^(?:Connection terminated|Client has encountered a connection error|Client was closed and is not queryable|timeout exceeded when trying to connect|timeout expired)/;

const codeOf = (error: unknown): string => String((error as { code?: unknown }).code ?? '');

/** Converts driver errors that mean a lost connection to ConnectionLostError. Other errors are unchanged. */
export const asConnectionLost = (error: unknown): unknown => {
  if (!(error instanceof Error) || error instanceof ConnectionLostError) return error;
  const isLost =
    error instanceof pg.DatabaseError
      ? lostStates.test(codeOf(error))
      : lostCodes.has(codeOf(error)) || lostMessages.test(error.message);
  return isLost ? new ConnectionLostError(error) : error;
};
