import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import react from '@vitejs/plugin-react'
import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { defaultClientConditions, defineConfig, type Plugin, runnerImport, transformWithOxc } from 'vite'
import { compileTexts } from '../texts/compile.ts'
import { insertWidths } from './shared/breakpoints.ts'

const catalogue = join(import.meta.dirname, '../texts/en')
const server = process.env.EUPNEA_SERVER ?? 'http://127.0.0.1:8080'

// In the pseudo-language, which shows texts that aren't from the catalogue; for tests, never served by the portal.
const isPseudo = process.env.EUPNEA_TEXTS === 'pseudo'
await compileTexts(isPseudo)
const { m } = await import('@eupnea/texts')

export default defineConfig(({ command }) => ({
  root: import.meta.dirname,
  plugins: [texts(), firstLook(), contractWithoutSchemas(), serviceWorker(), compiledEarly(), react()],
  // Classes keep their names, because journeys find elements by them; tests/architecture checks that they are unique.
  css: {
    modules: { generateScopedName: (name) => name, localsConvention: 'dashesOnly' },
    postcss: { plugins: [namedBreakpoints()] },
  },
  // In the build, each text is a module, so that a page includes only the texts it shows.
  resolve: {
    conditions: [...defaultClientConditions, ...(isPseudo ? ['pseudo'] : command === 'build' ? ['single'] : [])],
  },
  build: {
    outDir: isPseudo ? 'dist-pseudo' : 'dist',
    emptyOutDir: true,
    target: 'es2023',
    // No inlined files: the content security policy allows scripts and styles only from the portal.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      output: {
        codeSplitting: {
          // Each file costs a kilobyte of headers and a request, so whatever is always loaded together is one file.
          // A group includes what its modules import, unless an earlier one has it.
          groups: [
            { name: 'start', tags: ['$initial'] },
            { name: 'portal', test: /web\/app\/(portal|pop-ups)\.tsx$/ },
            { name: 'frame', test: /web\/(app\/main-layout|notifications\/(pop-up|on-page))\.tsx?$/ },
            { name: 'home', test: /web\/(app\/home-page|app\/clinic-dashboard-page)\.tsx$/ },
            { name: 'notifications', test: /web\/app\/notifications-page\.tsx$/ },
            { name: 'handover', test: /web\/handover\/handover-page\.tsx$/ },
            { name: 'form', test: /web\/shared\/form\/record-form\.tsx$/ },
            { name: 'resident', test: /web\/app\/residents?-page\.tsx$/ },
          ],
        },
      },
    },
  },
  server: {
    host: '127.0.0.1',
    proxy: { '/api': server, '/docs': server, '/live': { target: server, ws: true } },
  },
}))

/** Writes the document's own text, and compiles the texts anew when one is changed while the server runs. */
function texts(): Plugin {
  return {
    name: 'texts',
    transformIndexHtml: (html) => html.replace('%needs_script%', m.app_needs_script()),
    configureServer({ watcher }) {
      watcher.add(catalogue)
      watcher.on('change', (path) => {
        if (path.startsWith(catalogue)) compileTexts().catch((error: Error) => console.error(error.message))
      })
    },
  }
}

/**
 * Puts the frame's outline into the document, and the script before it that gives it the right theme: both are painted
 * while the app is on its way. The script is a file, since the content security policy allows none within the page.
 */
function firstLook(): Plugin {
  const source = join(import.meta.dirname, 'first-look.ts')
  const compile = async () => (await transformWithOxc(await readFile(source, 'utf8'), source)).code
  const drawFrame = async () => {
    const skeletons = join(import.meta.dirname, 'shared/skeletons.tsx')
    const { module } = await runnerImport<typeof import('./shared/skeletons.tsx')>(skeletons, {
      configFile: false,
      root: import.meta.dirname,
      plugins: [classNames()],
    })
    return renderToStaticMarkup(createElement(module.FrameSkeleton))
  }
  let script = '/first-look.js'
  return {
    name: 'first-look',
    configureServer({ middlewares }) {
      middlewares.use(script, async (_request, response) => {
        response.setHeader('content-type', 'text/javascript').end(await compile())
      })
    },
    async buildStart() {
      if (this.environment.mode !== 'build') return
      const file = this.emitFile({ type: 'asset', name: 'first-look.js', source: await compile() })
      script = `/${this.getFileName(file)}`
    },
    async transformIndexHtml(html) {
      return {
        html: html.replace('%frame%', await drawFrame()),
        tags: [{ tag: 'script', attrs: { src: script }, injectTo: 'head-prepend' }],
      }
    },
  }
}

/** If a file begins like this, Chromium compiles all its functions while it loads, off the main thread. */
function compiledEarly(): Plugin {
  return {
    name: 'compiled-early',
    apply: 'build',
    generateBundle: {
      order: 'post',
      handler(_options, bundle) {
        for (const file of Object.values(bundle))
          if (file.type === 'chunk' && file.isEntry) file.code = `//# allFunctionsCalledOnLoad\n${file.code}`
      },
    },
  }
}

/** The classes of a component that is drawn outside of the build, which alone reads style sheets. */
function classNames(): Plugin {
  const names = '\0class-names'
  return {
    name: 'class-names',
    enforce: 'pre',
    resolveId: (id) => (id.endsWith('.module.css') ? names : null),
    load: (id) =>
      id === names
        ? "export default new Proxy({}, { get: (_, name) => name.replace(/[A-Z]/g, (c) => '-' + c.toLowerCase()) })"
        : null,
  }
}

/**
 * Removes the schemas from the contract's files in the built app. The browser needs a call's name, method, path and
 * access; the schemas with Zod would cost 27 kB gzipped and their start-up on every load, and the server checks every
 * input and answer anyway. Types stay. What can't be carried over (schemas, functions of those files) is left out, so
 * that using it in the web app fails the build rather than the page.
 */
function contractWithoutSchemas(): Plugin {
  const usesSchemas = /from\s+['"](zod|\.\/(call|fields)\.ts)['"]/
  return {
    name: 'contract-without-schemas',
    apply: 'build',
    enforce: 'pre',
    async load(id) {
      if (!/\/contract\/[\w-]+\.ts$/.test(id)) return null
      const source = await readFile(id, 'utf8')
      if (!usesSchemas.test(source)) return null
      this.addWatchFile(id)
      const exports: Record<string, unknown> = await import(pathToFileURL(id).href)
      const lines = Object.entries(exports).flatMap(([name, value]) => {
        const plain = isCall(value) ? pickCall(value) : value
        return isPlain(plain) ? [`export const ${name} = ${JSON.stringify(plain)}`] : []
      })
      return lines.join('\n')
    },
  }
}

/** Builds the service worker as one file at the root, from where it is responsible for all pages. It imports only types. */
function serviceWorker(): Plugin {
  const source = join(import.meta.dirname, 'service-worker.ts')
  async function compile(): Promise<string> {
    const { code } = await transformWithOxc(await readFile(source, 'utf8'), source)
    // Left over from the imported types; browsers evaluate a worker as a script, which may not have it.
    return code.replace(/^export \{\};$/m, '')
  }
  return {
    name: 'service-worker',
    configureServer({ middlewares }) {
      middlewares.use('/service-worker.js', async (_request, response) => {
        response.setHeader('content-type', 'text/javascript').end(await compile())
      })
    },
    async generateBundle() {
      this.emitFile({ type: 'asset', fileName: 'service-worker.js', source: await compile() })
    },
  }
}

/** Replaces a breakpoint's name with its width, also in what a sheet imports: `@media (--phone)`. */
function namedBreakpoints() {
  const start = '@media '
  const media = (rule: { params: string }) => {
    rule.params = insertWidths(start + rule.params).slice(start.length)
  }
  return { postcssPlugin: 'named-breakpoints', AtRule: { media } }
}

interface NamedCall {
  readonly name: string
  readonly method: string
  readonly path: string
  readonly access: unknown
  readonly carries?: string
  readonly once?: true
}

const isCall = (value: unknown): value is NamedCall =>
  typeof value === 'object' && value !== null && 'method' in value && 'path' in value && 'access' in value

const pickCall = ({ name, method, path, access, carries, once }: NamedCall): NamedCall => ({
  name,
  method,
  path,
  access,
  ...(carries ? { carries } : {}),
  ...(once ? { once } : {}),
})

/** Survives JSON: no functions, no schemas, no lists of whole calls. */
function isPlain(value: unknown): boolean {
  if (value === null || ['string', 'number', 'boolean'].includes(typeof value)) return true
  if (typeof value !== 'object') return false
  if (!Array.isArray(value) && Object.getPrototypeOf(value) !== Object.prototype) return false
  return Object.values(value).every(isPlain)
}
