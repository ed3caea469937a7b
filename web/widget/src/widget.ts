import { createBubble } from './bubble.ts';
import { createFrame } from './frame.ts';
import { loadLauncher } from './launcher.ts';
import { readSettings } from './settings.ts';
import { createWidget } from './widget-api.ts';

/** The agent's bubble on a website: `<script src="…/widget.js" data-agent="…">`. */
const script = document.currentScript as HTMLScriptElement | null;
const settings = script && readSettings(script);

if (!settings) console.error('Frontdesk: the script tag needs data-agent, the id of an agent');
// Including the script twice creates one bubble.
else if (!document.querySelector('[data-frontdesk]')) {
  const { api, start } = createWidget({ settings, createBubble, createFrame, loadLauncher });
  start(window);
  Object.assign(window, { ChatBot: api });
  if (settings.channel === 'live-chat')
    Object.assign(window, { LiveChatWidget: { set_session_variables: api.set_session_variables } });
}
