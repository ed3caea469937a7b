import {
  defineComponent,
  onMounted,
  onScopeDispose,
  type PropType,
  type ShallowRef,
  shallowReadonly,
  shallowRef,
  watch,
} from 'vue';
import { currentWidget, type Hold, holdWidget, onWidgetChange, type WidgetOptions } from './load-widget.ts';
import { handledEvents, listen, reportError, type WidgetHandlers } from './widget-handlers.ts';
import type { Widget, WidgetError, WidgetListener, WidgetUser } from './widget-types.ts';

/** Loads the widget while it is mounted. Another `user` changes the user, other settings load the widget again. */
export const FrontdeskWidget = defineComponent({
  name: 'FrontdeskWidget',
  props: {
    baseUrl: { type: String, required: true },
    agent: { type: String, required: true },
    channel: String as PropType<WidgetOptions['channel']>,
    position: String as PropType<WidgetOptions['position']>,
    color: String,
    locale: String,
    nonce: String,
    user: Object as PropType<WidgetUser | null>,
    // Properties instead of `emits`, because it matters whether somebody listens: `@handoff` is `onHandoff`.
    onReady: Function as PropType<WidgetListener<'ready'>>,
    onOpen: Function as PropType<WidgetListener<'open'>>,
    onClose: Function as PropType<WidgetListener<'close'>>,
    onMessage: Function as PropType<WidgetListener<'message'>>,
    onUnread: Function as PropType<WidgetListener<'unread'>>,
    onIdentity: Function as PropType<WidgetListener<'identity'>>,
    onHandoff: Function as PropType<WidgetListener<'handoff'>>,
    onLoad: Function as PropType<(widget: Widget) => void>,
    onError: Function as PropType<(error: WidgetError) => void>,
  },
  setup: (props) => {
    const widget = shallowRef<Widget>();
    let hold: Hold | undefined;
    const handlers = (): WidgetHandlers => props as WidgetHandlers;

    const load = (onCleanup: (cleanup: () => void) => void): void => {
      let isGone = false;
      hold = holdWidget({ ...props });
      const { loaded, release } = hold;
      loaded.then(
        (given) => {
          if (isGone) return;
          widget.value = given;
          props.onLoad?.(given);
        },
        (error: WidgetError) => {
          if (!isGone) reportError(handlers(), error);
        },
      );
      onCleanup(() => {
        isGone = true;
        hold = undefined;
        widget.value = undefined;
        release();
      });
    };

    // Not on a server.
    onMounted(() => {
      watch(
        () => [props.baseUrl, props.agent, props.channel, props.position, props.color, props.locale],
        (_settings, _before, onCleanup) => load(onCleanup),
        { immediate: true },
      );
      watch(
        () => JSON.stringify(props.user ?? null),
        () => hold?.setUser(props.user),
      );
      watch(
        [widget, () => handledEvents(handlers()).join()],
        (_now, _before, onCleanup) => {
          if (widget.value) onCleanup(listen(widget.value, handledEvents(handlers()), handlers));
        },
        { immediate: true },
      );
    });
    return () => null;
  },
});

/** The widget that `FrontdeskWidget` has loaded anywhere on the page. Undefined until then, and on a server. */
export const useFrontdeskWidget = (): Readonly<ShallowRef<Widget | undefined>> => {
  const widget = shallowRef(currentWidget());
  if (typeof window !== 'undefined')
    onScopeDispose(
      onWidgetChange(() => {
        widget.value = currentWidget();
      }),
    );
  return shallowReadonly(widget);
};
