import { existsSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { ErrorAnswer } from '@eupnea/contract/call.ts'
import { m } from '@eupnea/texts'
import type { FastifyRequest } from 'fastify'

const documentPath = fileURLToPath(new URL('../../web/dist/index.html', import.meta.url))

/**
 * A person opens the address in a browser, as with a link to a file. Programs get JSON, whatever they accept; so does a
 * browser without HTTPS, which doesn't say.
 */
const isOpened = ({ method, headers }: FastifyRequest): boolean =>
  method === 'GET' && headers['sec-fetch-dest'] === 'document'

const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;')

/** The web app with a refusal for its not-found page to show. @returns null: answer as to a program */
export function refusalPage(request: FastifyRequest, { title, message, field }: ErrorAnswer): string | null {
  if (!isOpened(request) || !existsSync(documentPath)) return null
  // Its message belongs beside a field, and there is no field here.
  const reason = field === undefined ? message : m.platform_address_incomplete()
  const refusal = `<meta name="refusal" content="${escaped(reason)}" data-title="${escaped(title)}">`
  return readFileSync(documentPath, 'utf8').replace('</head>', () => `${refusal}</head>`)
}
