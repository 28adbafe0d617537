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
const shellPlace = '/usr/bin/chromium-headless-shell'

export interface Browsers {
  /** can do all that people's browsers do */
  readonly whole: string
  /** without windows, which takes a quarter less time; the whole one where there is none */
  readonly shell: string
}

/**
 * Finds a Chromium for the journeys: an installed one, else Playwright's download, else Debian's package if root.
 * @throws Error saying what to do if none is available
 */
export function findChromium(): Browsers {
  const named = process.env.CHROMIUM
  if (named) return { whole: named, shell: named }
  const isDebianRoot = process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')
  if (isDebianRoot && !existsSync(shellPlace)) install('chromium', 'chromium-headless-shell')
  const found = () => [chromium.executablePath(), ...places].find((path) => existsSync(path))
  if (!found()) run('playwright', ['install', 'chromium'])
  const whole = found()
  if (!whole) throw new Error('No Chromium found: install one, or name it in the variable CHROMIUM')
  return { whole, shell: existsSync(shellPlace) ? shellPlace : whole }
}

const install = (...packages: string[]) =>
  run('sh', ['-c', `apt-get update -q && apt-get install -y -q --no-install-recommends ${packages.join(' ')}`])

function run(command: string, args: readonly string[]): void {
  process.stderr.write(`Installing a Chromium: ${command} ${args.join(' ')}\n`)
  spawnSync(command, args, { stdio: 'inherit', timeout: 600_000 })
}
