import type { Address, Route } from './address.ts';
import type { Routes } from './generated.ts';

export type Method = 'get' | 'post' | 'put' | 'patch' | 'delete';

/** Paths for calls with this method: an address, or a route without parameters. */
export type PathOf<Verb extends Method> = {
  [Name in Route]: Verb extends keyof Routes[Name]
    ? Name extends `${string}{${string}`
      ? Address<Name>
      : Name | Address<Name>
    : never;
}[Route];

type RouteOf<Path> = Path extends Address<infer Name> ? Name : Path;

type Call<Path, Verb> =
  RouteOf<Path> extends infer Name extends Route
    ? Verb extends keyof Routes[Name]
      ? Routes[Name][Verb]
      : never
    : never;

/** Type of the response. */
export type AnswerOf<Path, Verb extends Method> =
  Call<Path, Verb> extends { answer: infer Answer } ? Answer : never;

export type BodyOf<Path, Verb extends Method> =
  Call<Path, Verb> extends { body: infer Body } ? Body : undefined;

/** An empty value means no filter. */
export type QueryOf<Path, Verb extends Method> =
  Call<Path, Verb> extends { query: infer Query }
    ? { [Name in keyof Query]: Query[Name] | '' | null | undefined }
    : undefined;

/** Events of a stream as a union, discriminated by name. */
export type EventOf<Path, Verb extends Method> =
  Call<Path, Verb> extends { events: infer Events }
    ? { [Name in keyof Events]: { event: Name; data: Events[Name]; id?: string } }[keyof Events]
    : never;

/** Paths that respond with an event stream. */
export type StreamOf<Verb extends Method> = {
  [Name in Route]: Verb extends keyof Routes[Name]
    ? Routes[Name][Verb] extends { events: unknown }
      ? Address<Name>
      : never
    : never;
}[Route];

export interface CallOptions<Query extends object | undefined = undefined> {
  query?: Query;
  signal?: AbortSignal;
  /** A repeated call with the same key has no further effect. */
  idempotencyKey?: string;
  /** Of a stream: continue after this event. */
  lastEventId?: string | undefined;
}

/** The body is optional if all its fields are. */
export type SendArguments<Path, Verb extends Method> =
  BodyOf<Path, Verb> extends infer Body
    ? undefined extends Body
      ? [body?: undefined, options?: CallOptions<QueryOf<Path, Verb>>]
      : Record<never, never> extends Body
        ? [body?: Body, options?: CallOptions<QueryOf<Path, Verb>>]
        : [body: Body, options?: CallOptions<QueryOf<Path, Verb>>]
    : never;
