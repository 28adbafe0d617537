import { createHash } from 'node:crypto'
import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { Rolldown } from 'vite'
import { compileTexts } from '../texts/compile.ts'
import { hasBuildTools } from './after-install.ts'
import { noteScripts, printScripts } from './script-weight.ts'

const dist = 'web/dist'
const stamp = `${dist}/.sources`

/** Builds the web app unless it is up to date with its sources, and compresses the files. `npm run build`. */
export async function buildWeb(): Promise<void> {
  const sources = await hashSources()
  const isUpToDate = (await readFile(stamp, 'utf8').catch(() => '')) === sources
  // A production install can't build, and needn't: web/dist and the compiled texts came with it.
  if (!hasBuildTools() && !isUpToDate)
    throw new Error('web/dist was not built from these sources. Run npm ci && npm run build, then npm ci --omit=dev')
  if (hasBuildTools()) await compileTexts()
  if (isUpToDate) return
  process.stderr.write('Building the web app …\n')
  // Under the test runner React's development build would be used; NODE_ENV is restored afterwards.
  const { NODE_ENV } = process.env
  process.env.NODE_ENV = 'production'
  const { build } = await import('vite')
  const { output } = (await build({ root: 'web', logLevel: 'warn' })) as Rolldown.RolldownOutput
  if (NODE_ENV === undefined) delete process.env.NODE_ENV
  else process.env.NODE_ENV = NODE_ENV
  await compress()
  await noteScripts(output)
  await writeFile(stamp, sources)
}

async function hashSources(): Promise<string> {
  const hash = createHash('sha256')
  const files: string[] = ['package-lock.json', 'tools/build-web.ts', 'tools/script-weight.ts']
  for (const folder of ['web', 'contract', 'texts'])
    for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
      const path = join(entry.parentPath, entry.name)
      if (entry.isFile() && !/^(web\/dist|texts\/compiled[\w-]*)/.test(path) && !path.includes('node_modules'))
        files.push(path)
    }
  for (const file of files.sort()) hash.update(file).update(await readFile(file))
  return hash.digest('hex')
}

async function compress(): Promise<void> {
  for (const entry of await readdir(dist, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile() || !/\.(js|css|html|svg|json)$/.test(entry.name)) continue
    const path = join(entry.parentPath, entry.name)
    const bytes = await readFile(path)
    const params = { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY }
    await writeFile(`${path}.br`, await promisify(brotliCompress)(bytes, { params }))
    await writeFile(`${path}.gz`, await promisify(gzip)(bytes, { level: 9 }))
  }
}

if (import.meta.main) {
  await buildWeb()
  await printScripts()
}
