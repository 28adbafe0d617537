import { spawn } from 'node:child_process'
import { buildWeb } from './build-web.ts'

/** `npm start`: builds the web app if its sources changed, then becomes the portal, with the same arguments. */
await buildWeb()
const args = ['server/main.ts', ...process.argv.slice(2)]
if (process.platform !== 'win32' && process.execve)
  process.execve(process.execPath, [process.execPath, ...args], process.env as Record<string, string>)
spawn(process.execPath, args, { stdio: 'inherit' }).on('exit', (code) => process.exit(code ?? 1))
