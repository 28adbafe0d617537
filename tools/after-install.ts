import { existsSync, readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { compileTexts } from '../texts/compile.ts'

/** After `npm ci` and `npm install`: removes 120 MB that nothing here uses, and compiles the texts. */
if (import.meta.main) {
  // C headers of Node: nothing is compiled against them.
  for (const platform of ['linux-x64', 'linux-arm64', 'bin-darwin-arm64'])
    rmSync(`node_modules/node-${platform}/include`, { recursive: true, force: true })
  // Source maps of libraries: they lead to code that isn't in the packages or isn't ours to debug.
  for (const { parentPath, name } of readdirSync('node_modules', { recursive: true, withFileTypes: true }))
    if (/\.([cm]?[jt]s|css)\.map$/.test(name)) rmSync(join(parentPath, name))
  if (hasBuildTools()) await compileTexts()
}

/** Not in a production install, whose web app and texts were built elsewhere. */
export function hasBuildTools(): boolean {
  return existsSync('node_modules/@vitejs/plugin-react')
}
