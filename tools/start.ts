import { spawn } from 'node:child_process'
import { mkdirSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { buildWeb } from './build-web.ts'

/** `npm start`: builds the web app if its sources changed, then becomes the portal, with the same arguments. */
try {
  await buildWeb()
} catch (error) {
  const { code, message } = error as NodeJS.ErrnoException
  const isForbidden = code === 'EACCES' || code === 'EPERM' || code === 'EROFS'
  const advice = isForbidden ? '. Run npm ci && npm run build as the owner of the program’s folder' : ''
  process.stderr.write(`Eupnea could not start: the web app could not be built: ${message}${advice}\n`)
  process.exit(1)
}
// Keeps compiled code: later starts take two thirds of the time, and no thread needs the compiler's 10 MB again.
const dataDir = process.env.DATA_DIR || 'data'
const env = { NODE_COMPILE_CACHE: join(dataDir, 'compiled'), ...process.env }
// Node would create the folder readable by everyone; the portal itself reports if it can't use it.
try {
  mkdirSync(dirname(dataDir), { recursive: true })
  mkdirSync(dataDir, { mode: 0o700 })
} catch {}
const args = ['server/main.ts', ...process.argv.slice(2)]
if (process.platform !== 'win32' && process.execve)
  process.execve(process.execPath, [process.execPath, ...args], env as Record<string, string>)
spawn(process.execPath, args, { stdio: 'inherit', env }).on('exit', (code) => process.exit(code ?? 1))
