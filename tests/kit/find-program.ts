import { spawnSync } from 'node:child_process'
import { accessSync, constants, existsSync, readFileSync } from 'node:fs'
import { delimiter, join } from 'node:path'

/** Finds programs that some tests run next to the portal, such as a broker. */

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
 * Finds a program on PATH or where services are installed; as root on Debian, installs it with apt.
 * @param aptPackage the package that contains it
 * @returns its path; null if unavailable, in which case tests that need it are skipped
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
  // A fresh machine has no package lists yet.
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
