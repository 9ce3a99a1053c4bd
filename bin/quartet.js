#!/usr/bin/env node
const [major] = process.versions.node.split('.').map(Number);
if (major < 20) {
  console.error(
    `quartet needs Node.js 20 or newer, and this is ${process.version}. Install one from https://nodejs.org.`,
  );
  process.exit(1);
}
const { enableCompileCache } = await import('node:module');
enableCompileCache?.();
const { main } = await import('../dist/main.js');
await main(process.argv.slice(2));
