/** An address that a program on this machine can use, whatever the portal is bound to. */
export const reachable = (host: string): string =>
  host === '0.0.0.0' || host === '::' ? '127.0.0.1' : host.includes(':') ? `[${host}]` : host
