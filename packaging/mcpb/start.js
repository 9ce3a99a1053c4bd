// Starts a server of the bundle: `node start.js SERVER [FOLDER…]`. What the user has left open comes as an empty text or as the name of the setting.
const [server, ...folders] = process.argv.slice(2);
const isOpen = (text) => text === '' || text.startsWith('${user_config.');
for (const [name, value] of Object.entries(process.env)) if (isOpen(value)) delete process.env[name];
const flags = folders.filter((folder) => !isOpen(folder)).flatMap((folder) => ['--allow', folder]);
if (server === 'oj' && process.env.OJ_BASE_URL === undefined) flags.push('--embedded');
process.argv = [process.argv[0], process.argv[1], server, ...flags];
await import('./node_modules/quartet-mcp/bin/quartet.js');
