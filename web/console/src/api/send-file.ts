import { withQuery } from './address.ts';
import { readAnswer, refusalOf, signedOut, unreachable } from './api-error.ts';
import type { AnswerOf, PathOf, QueryOf } from './calls.ts';
import { consoleApi } from './client.ts';
import { sessionSignal } from './session-signal.ts';

interface SendFileOptions<Query> {
  query?: Query;
  /** Uploaded share of the file, 0 to 1. */
  onProgress?(share: number): void;
}

/** Sends a file as the request body. Uses XMLHttpRequest, because fetch does not report upload progress. */
export const sendFile = <Verb extends 'post' | 'put', Path extends PathOf<Verb>>(
  method: Verb,
  path: Path,
  file: Blob,
  { query, onProgress }: SendFileOptions<QueryOf<Path, Verb>> = {},
): Promise<AnswerOf<Path, Verb>> =>
  new Promise((resolve, reject) => {
    const call = new XMLHttpRequest();
    call.open(method.toUpperCase(), consoleApi + withQuery(path, query));
    call.setRequestHeader('Content-Type', 'application/octet-stream');
    call.setRequestHeader('X-Frontdesk-Console', '1');
    call.upload.onprogress = ({ loaded, total }) => onProgress?.(total === 0 ? 1 : loaded / total);
    call.onload = () => {
      if (call.status === 401) {
        sessionSignal.send();
        reject(signedOut());
      } else if (call.status >= 200 && call.status < 300)
        resolve(readAnswer(call.responseText) as AnswerOf<Path, Verb>);
      else reject(refusalOf(call.status, call.responseText));
    };
    call.onerror = () => reject(unreachable());
    call.send(file);
  });
