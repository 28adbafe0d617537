import { spawnSync } from 'node:child_process'
import { accessSync, constants, existsSync, readFileSync } from 'node:fs'
import { delimiter, join } from 'node:path'

/** Programs that some tests run beside the portal, such as a broker that is there already. */

const systemFolders = [
  '/usr/local/sbin',
  '/usr/sbin',
  '/sbin',
  '/usr/local/bin',
  '/usr/bin',
  '/opt/homebrew/sbin',
  '/opt/homebrew/bin',
]

/**
 * Where a program is: on PATH, or where services live. Else, as root on Debian, it is installed once with apt.
 * @param aptPackage the package that holds it
 * @returns its path; null where it is not to be had: tests that need it are skipped
 */
export function findProgram(name: string, aptPackage = name): string | null {
  const found = lookFor(name)
  if (found || !canInstall()) return found
  const apt = (...words: string[]) =>
    spawnSync('apt-get', words, {
      stdio: 'ignore',
      timeout: 180_000,
      env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
    })
  const install = () => apt('install', '-y', '--no-install-recommends', aptPackage)
  // A fresh machine has no list of packages yet.
  if (install().status !== 0) {
    apt('update')
    install()
  }
  return lookFor(name)
}

function lookFor(name: string): string | null {
  const folders = [...(process.env.PATH ?? '').split(delimiter), ...systemFolders]
  return folders.map((folder) => join(folder, name)).find(isExecutable) ?? null
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}

function canInstall(): boolean {
  if (process.getuid?.() !== 0 || !existsSync('/etc/os-release')) return false
  return /^ID(_LIKE)?=.*debian/m.test(readFileSync('/etc/os-release', 'utf8')) && lookFor('apt-get') !== null
}
