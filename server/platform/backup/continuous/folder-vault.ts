import { createReadStream, existsSync } from 'node:fs'
import { mkdir, open, readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { writeWhole } from '../../write-whole.ts'
import { Missing, type Vault } from './vault.ts'

export function createFolderVault(folder: string): Vault {
  const pathOf = (name: string) => join(folder, name)
  return {
    make: async () => void (await mkdir(folder, { recursive: true, mode: 0o700 })),
    async write(name, content) {
      // Created here, it would be on the machine's own disk while the other one is missing.
      if (!existsSync(folder))
        throw new Error(`There is no folder ${folder}. Make it if it is new; otherwise mount its disk`)
      await writeWhole(pathOf(name), content, { mode: 0o700 }).catch((error: NodeJS.ErrnoException) => {
        // There are two disks, and the system doesn't say which one is full.
        throw error.code === 'ENOSPC' ? new Error(`The disk of ${folder} is full`, { cause: error }) : error
      })
    },
    async read(name) {
      const file = await open(pathOf(name)).catch((error: NodeJS.ErrnoException) => {
        throw error.code === 'ENOENT' ? new Missing(name) : error
      })
      return createReadStream('', { fd: file })
    },
    remove: (name) => rm(pathOf(name), { force: true }),
    async removeParts(name) {
      // Nothing was ever written there.
      if (!existsSync(pathOf(name))) return
      for (const part of await readdir(pathOf(name)))
        if (part.endsWith('.part')) await rm(join(pathOf(name), part), { force: true })
    },
  }
}
