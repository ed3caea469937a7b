import { createBubble } from './bubble.ts';
import { createFrame } from './frame.ts';
import { loadLauncher } from './launcher.ts';
import { readSettings } from './settings.ts';
import { createWidget } from './widget-api.ts';

/** The agent's bubble on a website: `<script src="…/widget.js" data-agent="…">`. */
const script = document.currentScript as HTMLScriptElement | null;
const settings = script && readSettings(script);
const page = window as { ChatBot?: { destroy?: unknown; q?: unknown }; LiveChatWidget?: unknown };

if (!settings) console.error('Frontdesk: the script tag needs data-agent, the id of an agent');
// Including the script twice creates one bubble.
else if (!page.ChatBot?.destroy) {
  const { api, start } = createWidget({ settings, createBubble, createFrame, loadLauncher });
  const { destroy, set_session_variables } = api;
  api.destroy = () => {
    destroy();
    // The page may have loaded another widget since.
    if (page.ChatBot !== api) return;
    delete page.ChatBot;
    delete page.LiveChatWidget;
  };
  const calls = page.ChatBot?.q;
  page.ChatBot = api;
  if (settings.channel === 'live-chat') page.LiveChatWidget = { set_session_variables };
  start(window, calls);
}
