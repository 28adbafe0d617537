import type { IncomingMessage } from 'node:http'

/** Who called, for a request that Fastify never sees. @param proxies in front, each of which adds who called it */
export function clientAddress(
  { headers, socket }: Pick<IncomingMessage, 'headers' | 'socket'>,
  proxies: number,
): string {
  const said = headers['x-forwarded-for']?.toString() ?? ''
  const callers = said
    .split(',')
    .map((address) => address.trim())
    .filter((address) => address !== '')
  const chain = [socket.remoteAddress ?? '', ...callers.reverse()]
  return chain[Math.min(proxies, callers.length)]!
}
