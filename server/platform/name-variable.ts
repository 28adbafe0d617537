import { resolve, sep } from 'node:path'
import type { Config } from './config.ts'
import { DataFolderInUse } from './embedded-postgres/index.ts'

const ports = ['PORT', 'MQTT_PORT', 'MQTTS_PORT', 'HL7_PORT'] as const

/** A start's failure that the system reports, in words that name the variable to change; others as they are. */
export function nameVariable(
  error: unknown,
  config: Pick<Config, (typeof ports)[number] | 'HOST' | 'DATA_DIR'>,
): unknown {
  const { code, syscall, hostname, port, path, message } = error as NodeJS.ErrnoException & {
    readonly hostname?: string
    readonly port?: number
  }
  const inWords = (variable: string, words: string) => new Error(`${variable}: ${words}`, { cause: error })
  if (syscall === 'getaddrinfo' && hostname === config.HOST)
    return inWords('HOST', `no address is found for the name ${hostname}. Set an address of this machine, or 0.0.0.0`)
  if (syscall === 'listen') {
    if (code === 'EADDRNOTAVAIL') return inWords('HOST', `this machine has no address ${config.HOST}`)
    const variable = ports.filter((name) => config[name] === port).join(', ')
    if (code === 'EADDRINUSE')
      return inWords(
        variable,
        `port ${port} is in use, perhaps by another portal. End that program, or set another port`,
      )
    if (code === 'EACCES')
      return inWords(variable, `the portal's user may not listen on port ${port}. Set one above 1023, or allow it`)
  }
  if (error instanceof DataFolderInUse) return inWords('DATA_DIR', message)
  const dataDir = resolve(config.DATA_DIR)
  if (path !== undefined && (path === dataDir || path.startsWith(dataDir + sep) || dataDir.startsWith(path + sep)))
    return inWords(
      'DATA_DIR',
      `${message}. The folder and everything in it must belong to the portal's user, who must be able to write there`,
    )
  return error
}
