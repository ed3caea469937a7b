import { type AppError, errorTable } from '../../lib/errors.ts';

export type RequestId = string | number;

/** Codes of JSON-RPC 2.0. */
export const rpcCodes = {
  parseError: -32700,
  invalidRequest: -32600,
  methodNotFound: -32601,
  invalidParams: -32602,
  internalError: -32603,
  /** Of MCP. */
  resourceNotFound: -32002,
} as const;

/** An error that the client gets as the answer to its request. */
export class RpcError extends Error {
  override readonly name = 'RpcError';
  readonly code: number;
  constructor(code: number, message: string) {
    super(message);
    this.code = code;
  }
}

export interface RpcFailure {
  jsonrpc: '2.0';
  id: RequestId | null;
  error: { code: number; message: string; data?: object };
}

export const rpcFailure = (id: RequestId | null, { code, message }: RpcError): RpcFailure => ({
  jsonrpc: '2.0',
  id,
  error: { code, message },
});

export const rpcResult = (id: RequestId, result: object): object => ({ jsonrpc: '2.0', id, result });

/** An error before the message was understood: without its id, with the code of the developer API as data. */
export const rpcFailureOf = (error: AppError): RpcFailure => {
  const isInternal = errorTable[error.kind].status >= 500;
  return {
    jsonrpc: '2.0',
    id: null,
    error: {
      code: isInternal ? rpcCodes.internalError : rpcCodes.invalidRequest,
      message: error.message,
      data: { code: error.code },
    },
  };
};
