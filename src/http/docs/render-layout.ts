import { type Html, html } from '../response/html.ts';

/** The frame of every page: plain HTML that can be read without scripts. */
export const renderLayout = (title: string, body: Html): string =>
  html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${title}</title>
<link rel="stylesheet" href="/docs/reference.css">
<link rel="icon" href="data:,">
<script src="/docs/reference.js" defer></script>
</head>
<body>
<a class="skip" href="#content">Skip to content</a>
${body}
</body>
</html>
`.text;
