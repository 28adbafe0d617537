import type { IncomingMessage } from 'node:http'
import proxyAddr from '@fastify/proxy-addr'

/**
 * The caller's address, for a request that doesn't reach Fastify.
 * @param proxies number in front, each of which adds the address that called it
 */
export const clientAddress = (request: IncomingMessage, proxies: number): string =>
  proxyAddr(request, (_address, hop) => hop < proxies)
