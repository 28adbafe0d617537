import { relative } from 'node:path'
import { type ParseArgsConfig, parseArgs } from 'node:util'

/**
 * The words after a command. With --help, or with words that it doesn't take, says how to write it and ends.
 * @param usage by default the options with their defaults
 */
export function readOptions<const C extends ParseArgsConfig>(
  config: C,
  usage = usageOf(config),
): ReturnType<typeof parseArgs<C>> {
  try {
    const parsed = parseArgs({ ...config, options: { ...config.options, help: { type: 'boolean', short: 'h' } } })
    if ((parsed.values as { help?: boolean }).help) {
      process.stdout.write(`${usage}\n`)
      process.exit(0)
    }
    return parsed as unknown as ReturnType<typeof parseArgs<C>>
  } catch (error) {
    if (!String((error as { code?: unknown }).code).startsWith('ERR_PARSE_ARGS')) throw error
    // What follows the first sentence is about words that begin with a hyphen.
    process.stderr.write(`${(error as Error).message.split('. ')[0]}\n${usage}\n`)
    process.exit(2)
  }
}

function usageOf({ options = {} }: ParseArgsConfig): string {
  const words = Object.entries(options).map(([name, { type, default: usual = 'VALUE' }]) =>
    type === 'boolean' ? `[--${name}]` : `[--${name} ${usual}]`,
  )
  return ['npx node', relative('.', process.argv[1]!), ...words].join(' ')
}
