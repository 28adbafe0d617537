import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { chromium } from '@playwright/test'

const places = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  'C:/Program Files/Google/Chrome/Application/chrome.exe',
]

/**
 * Finds a Chromium for the journeys: an installed one, else Playwright's download, else Debian's package if root.
 * @throws Error saying what to do if none is available
 */
export function findChromium(): string {
  const found = () =>
    [process.env.CHROMIUM ?? '', chromium.executablePath(), ...places].find((path) => path !== '' && existsSync(path))
  const installs: [string, string[]][] = [['playwright', ['install', 'chromium']]]
  if (process.getuid?.() === 0)
    installs.push(['sh', ['-c', 'apt-get update -q && apt-get install -y -q --no-install-recommends chromium']])
  for (const [command, args] of installs) {
    const path = found()
    if (path) return path
    process.stderr.write(`No Chromium found; trying ${command} ${args.join(' ')}\n`)
    spawnSync(command, args, { stdio: 'inherit', timeout: 600_000 })
  }
  const path = found()
  if (path) return path
  throw new Error('No Chromium found: install one, or name it in the variable CHROMIUM')
}
