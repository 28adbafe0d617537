import type { IncomingMessage } from 'node:http'
import proxyAddr from '@fastify/proxy-addr'

/** Who called, for a request that Fastify never sees. @param proxies in front, each of which adds who called it */
export const clientAddress = (request: IncomingMessage, proxies: number): string =>
  proxyAddr(request, (_address, hop) => hop < proxies)
