import { once } from 'node:events';
import { connect, type Socket } from 'node:net';

export interface Target {
  port: number;
  path: string;
}

/** Many clients of one machine: each has its own loopback address, so that limits per address do not apply. */
export const addressOf = (client: number): string =>
  `127.0.${1 + Math.floor(client / 250)}.${1 + (client % 250)}`;

const ask = ({ port, path }: Target, client: number, headers: string): Socket => {
  const socket = connect({ port, host: '127.0.0.1', localAddress: addressOf(client) });
  socket.on('error', () => {});
  socket.write(`GET ${path} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n${headers}\r\n`);
  return socket;
};

/** Requests the whole file and reads only the beginning of the response. */
export const stall = async (target: Target, client: number): Promise<Socket> => {
  const socket = ask(target, client, '');
  await once(socket, 'readable');
  const beginning = String(socket.read(15));
  if (beginning !== 'HTTP/1.1 200 OK') throw new Error(`A reader was answered with ${beginning}`);
  return socket;
};

/** Reads the whole response and returns its length with the headers. */
export const readAll = async (target: Target, client: number, headers = ''): Promise<number> => {
  const socket = ask(target, client, headers);
  let bytes = 0;
  socket.on('data', (piece: Buffer) => {
    bytes += piece.length;
  });
  await once(socket, 'close');
  return bytes;
};
