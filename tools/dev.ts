import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { globSync, rmSync, watchFile, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createServer } from 'vite'

/**
 * `npm run dev`: the portal, restarted when its code changes, and Vite in front of it, which updates the open page when
 * the web app changes. Takes the arguments and environment of `npm start`.
 */
const port = process.env.PORT || '8080'
process.env.EUPNEA_SERVER = `http://127.0.0.1:${port}`
const vite = await createServer({ root: 'web', clearScreen: false })
await vite.listen()
const page = vite.resolvedUrls!.local[0]!.replace(/\/$/, '')

// Texts are compiled into new folders, each of which would be another change, so this file changes in their place.
const changed = join(tmpdir(), `eupnea-dev-${process.pid}`)
const change = () => writeFileSync(changed, String(Date.now()))
change()
process.on('exit', () => rmSync(changed, { force: true }))
for (const file of [...globSync('texts/*.ts'), 'texts/compiled/stamp']) watchFile(file, { interval: 500 }, change)
// Whole folders, to include SQL files and the files that worker threads load. Under --watch, threads also post which
// files they load, and the portal would take that for their answers.
const watched = ['contract', 'db', 'sensors', 'server', changed].map((path) => `--watch-path=${path}`)
const quiet = 'data:text/javascript,delete process.env.WATCH_REPORT_DEPENDENCIES'
const portal = spawn(
  process.execPath,
  ['--watch', ...watched, '--watch-preserve-output', '--import', quiet, 'server/main.ts', ...process.argv.slice(2)],
  { stdio: 'inherit', env: { ...process.env, PORT: port, BASE_URL: page } },
)
process.stderr.write(`\nEupnea for developers: ${page}\n\n`)

for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => portal.kill('SIGTERM'))
await once(portal, 'exit')
await vite.close()
process.exit()
