import { useEffect, useRef, useState, useSyncExternalStore } from 'react';
import { currentWidget, type Hold, holdWidget, onWidgetChange, type WidgetOptions } from './load-widget.ts';
import { handledEvents, listen, reportError, type WidgetHandlers } from './widget-handlers.ts';
import type { Widget, WidgetError, WidgetEvent } from './widget-types.ts';

export type FrontdeskWidgetProps = WidgetOptions & WidgetHandlers;

/** Loads the widget while it is mounted. Another `user` changes the user, other settings load the widget again. */
export const FrontdeskWidget = (props: FrontdeskWidgetProps): null => {
  const { baseUrl, agent, channel, position, color, locale, user } = props;
  const latest = useRef(props);
  const hold = useRef<Hold>(undefined);
  const [widget, setWidget] = useState<Widget>();
  // Before the other effects, which use it.
  useEffect(() => {
    latest.current = props;
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: the settings that need another script
  useEffect(() => {
    let isGone = false;
    hold.current = holdWidget(latest.current);
    const { loaded, release } = hold.current;
    loaded.then(
      (given) => {
        if (isGone) return;
        setWidget(given);
        latest.current.onLoad?.(given);
      },
      (error: WidgetError) => {
        if (!isGone) reportError(latest.current, error);
      },
    );
    return () => {
      isGone = true;
      hold.current = undefined;
      setWidget(undefined);
      release();
    };
  }, [baseUrl, agent, channel, position, color, locale]);
  const userText = JSON.stringify(user ?? null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new object may be the same user
  useEffect(() => hold.current?.setUser(user), [userText]);
  const events = handledEvents(props).join();
  useEffect(() => {
    if (widget && events) return listen(widget, events.split(',') as WidgetEvent[], () => latest.current);
  }, [widget, events]);
  return null;
};

/** The widget that `FrontdeskWidget` has loaded anywhere on the page. Undefined until then, and on a server. */
export const useFrontdeskWidget = (): Widget | undefined =>
  useSyncExternalStore(onWidgetChange, currentWidget, () => undefined);
