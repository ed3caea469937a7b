import { render } from 'preact';

render(<h1>Chat</h1>, document.getElementById('root')!);
