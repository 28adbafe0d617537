import type { FastifyReply } from 'fastify'
import type { FileAnswer } from './file-answer.ts'

/** Sends a file so that it can never run as a page of the portal, whatever it contains (FI-2). */
export async function sendFile(file: FileAnswer, reply: FastifyReply): Promise<FastifyReply> {
  const { name, type, bytes, keepSeconds } = file
  const content = await file.open()
  const isShown = type.startsWith('image/')
  if (bytes !== null) reply.header('content-length', bytes)
  return reply
    .header('content-type', type)
    .header('content-disposition', `${isShown ? 'inline' : 'attachment'}; ${namedTwice(name)}`)
    .header('content-security-policy', "default-src 'none'; sandbox")
    .header('cache-control', keepSeconds > 0 ? `private, max-age=${keepSeconds}` : 'no-store')
    .send(content)
}

/**
 * Programs such as curl know only the first name, which can't hold every character (RFC 6266). Neither is a path, because
 * not every program looks.
 */
function namedTwice(given: string): string {
  const name = given.replaceAll(/[/\\]/g, '-')
  const plain = name.replaceAll(/[^ -~]|["%]/gu, '_')
  const whole = encodeURIComponent(name).replaceAll(
    /['()*]/g,
    (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`,
  )
  return `filename="${plain}"; filename*=UTF-8''${whole}`
}
