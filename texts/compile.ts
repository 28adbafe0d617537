import { createHash, randomUUID } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { InlangPlugin } from '@inlang/sdk'

const folder = import.meta.dirname
const compiled = join(folder, 'compiled')
const stamp = join(compiled, 'sources')
const baseLocale = 'en'

/** The catalogue's files of a locale, one per noun. */
async function filesOf(locale: string): Promise<{ locale: string; path: string; content: Buffer }[]> {
  const names = (await readdir(join(folder, locale))).filter((name) => name.endsWith('.json')).sort()
  return Promise.all(
    names.map(async (name) => {
      const path = join(folder, locale, name)
      return { locale, path, content: await readFile(path) }
    }),
  )
}

/**
 * Compiles the catalogue into functions, unless it was compiled from these very files. Called by whatever uses the
 * texts (npm ci, start, test, check, build, vitest, Vite), so that nobody has to think of it.
 */
export async function compileTexts(): Promise<void> {
  const files = await filesOf(baseLocale)
  const hash = createHash('sha256').update(await readFile(import.meta.filename))
  hash.update(await readFile(join(folder, 'package.json')))
  for (const { path, content } of files) hash.update(path.slice(folder.length)).update(content)
  const sources = hash.digest('hex')
  if ((await readFile(stamp, 'utf8').catch(() => '')) === sources) return

  // Made beside and moved there whole: whoever else compiles or reads at this moment sees all or nothing.
  const made = join(folder, `compiled-${randomUUID()}`)
  try {
    const project = await openProject(files)
    await write(join(made, 'whole'), await project.compile('locale-modules'))
    await write(join(made, 'single'), await project.compile('message-modules'))
    await project.close()
    await writeFile(join(made, 'sources'), sources)
    await rm(compiled, { recursive: true, force: true })
    await rename(made, compiled)
  } catch (error) {
    // Another process was quicker.
    if ((await readFile(stamp, 'utf8').catch(() => '')) !== sources) throw error
  } finally {
    await rm(made, { recursive: true, force: true })
  }
}

/** The library's project, in memory: nothing is fetched, its plugin comes from node_modules. */
async function openProject(files: { locale: string; content: Buffer }[]) {
  const [{ loadProjectInMemory, newProject }, { compileProject }, { default: plugin }] = await Promise.all([
    import('@inlang/sdk'),
    import('@inlang/paraglide-js'),
    // It brings no types of its own.
    import('@inlang/plugin-message-format' as string) as Promise<{ default: InlangPlugin }>,
  ])
  const settings = { baseLocale, locales: [baseLocale], [plugin.key]: { pathPattern: './{locale}/*.json' } }
  const project = await loadProjectInMemory({ blob: await newProject({ settings }), providePlugins: [plugin] })
  await project.importFiles({ pluginKey: plugin.key, files })
  return {
    compile: (outputStructure: 'locale-modules' | 'message-modules') =>
      compileProject({
        project,
        compilerOptions: {
          outputStructure,
          strategy: ['globalVariable', 'baseLocale'],
          // While there is one locale, no call asks which.
          experimentalStaticLocale: JSON.stringify(baseLocale),
          disableAsyncLocalStorage: true,
          emitReadme: false,
        },
      }),
    close: () => project.close(),
  }
}

async function write(to: string, files: Record<string, string>): Promise<void> {
  for (const [name, content] of Object.entries(files)) {
    const path = join(to, name)
    if (!existsSync(dirname(path))) await mkdir(dirname(path), { recursive: true })
    // What is put into a text is a word or a count; dates and other values are made words by their one formatter.
    await writeFile(path, content.replaceAll('NonNullable<unknown>', 'string | number'))
  }
}

if (import.meta.main) await compileTexts()
