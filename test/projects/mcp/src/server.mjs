import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js';

const server = new McpServer({ name: 'instructions', version: '1.0.0' });
server.registerTool('instructions', { description: 'Says how to answer.' }, () => ({
  content: [{ type: 'text', text: 'Answer briefly.' }],
}));
await server.connect(new StdioServerTransport());
