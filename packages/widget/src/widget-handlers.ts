import type { Widget, WidgetError, WidgetEvent, WidgetListener } from './widget-types.ts';

/** Listeners that a component takes. */
export type WidgetHandlers = {
  [Event in WidgetEvent as `on${Capitalize<Event>}`]?: WidgetListener<Event> | undefined;
} & {
  /** The widget is loaded. The chat may be loaded later: see `onReady`. */
  onLoad?: ((widget: Widget) => void) | undefined;
  /** The widget could not be loaded. Default: the error is written to the console. */
  onError?: ((error: WidgetError) => void) | undefined;
};

/** Name of the handler of each event. */
export const handlerNames = {
  ready: 'onReady',
  open: 'onOpen',
  close: 'onClose',
  message: 'onMessage',
  unread: 'onUnread',
  identity: 'onIdentity',
  handoff: 'onHandoff',
} as const satisfies Record<WidgetEvent, keyof WidgetHandlers>;

export const widgetEvents = Object.keys(handlerNames) as WidgetEvent[];

/** Events that have a handler. The chat reports a handoff only if somebody listens. */
export const handledEvents = (handlers: WidgetHandlers): WidgetEvent[] =>
  widgetEvents.filter((event) => handlers[handlerNames[event]] !== undefined);

/**
 * Calls the handlers of these events. Returns a function that stops it.
 * @param handlers returns the newest ones, which may be other functions after every render.
 */
export const listen = (
  widget: Widget,
  events: WidgetEvent[],
  handlers: () => WidgetHandlers,
): (() => void) => {
  const stops = events.map((event) =>
    widget.on(event, (detail) =>
      (handlers()[handlerNames[event]] as ((given: unknown) => void) | undefined)?.(detail),
    ),
  );
  return () => {
    for (const stop of stops) stop();
  };
};

export const reportError = ({ onError }: WidgetHandlers, error: WidgetError): void => {
  if (onError) onError(error);
  else console.error(error);
};
